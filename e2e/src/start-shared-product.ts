import type { TestProject } from 'vitest/node';
import { SUPERADMIN_SETTINGS } from './api.ts';
import { startProduct, temporaryDirectory } from './product.ts';
import type {} from './shared-product.ts';

/** Vitest's global setup: one product for all files that `useSharedProduct`. It accepts any GraphQL operation; demos only listed ones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = await temporaryDirectory();
  const product = await startProduct(directory.path, { ...SUPERADMIN_SETTINGS, VOLANT_GRAPHQL: 'open' });
  project.provide('product', { origin: product.origin, directory: directory.path });
  return async () => {
    const code = await product.stop();
    await directory.remove();
    if (code !== 0) throw new Error(`the shared product ended with ${code}\n${product.output().join('\n')}`);
  };
}
