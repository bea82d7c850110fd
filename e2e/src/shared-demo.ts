import type { TestProject } from 'vitest/node';
import { startProduct, temporaryDirectory } from './product.ts';
import { openSessions, type Sessions } from './screens.ts';

export interface SharedDemo {
  readonly origin: string;
  readonly sessions: Sessions;
}

declare module 'vitest' {
  interface ProvidedContext {
    demo: SharedDemo;
  }
}

/** Vitest's global setup: one product with demo data for all files that only read it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = await temporaryDirectory();
  const settings = { VOLANT_DEMO: 'on', VOLANT_GRAPHQL: 'listed', NODE_ENV: 'production' };
  const product = await startProduct(directory.path, settings);
  project.provide('demo', { origin: product.origin, sessions: await openSessions(product.origin) });
  return async () => {
    await product.stop();
    await directory.remove();
  };
}
