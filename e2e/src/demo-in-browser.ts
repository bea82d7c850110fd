import type { Browser } from 'playwright-core';
import { inject } from 'vitest';
import { callDirectly } from './api.ts';
import { openBrowser } from './browser.ts';
import { type Product, startProduct, temporaryDirectory } from './product.ts';
import { openSessions, type Sessions } from './screens.ts';
import type {} from './shared-demo.ts';

/** A product with demo data that accepts only its client's operations, sessions of the demo's people, and a browser. */
export interface DemoInBrowser {
  readonly product: Pick<Product, 'origin'>;
  readonly browser: Browser;
  readonly sessions: Sessions;
  close(): Promise<void>;
}

/**
 * The demo of this run, as in production, which other files read at the same time: nothing of it may be changed. A file
 * may sign up people of its own.
 */
export async function openSharedDemo(): Promise<DemoInBrowser> {
  const { origin, sessions } = inject('demo');
  callDirectly(origin);
  const browser = await openBrowser();
  return { product: { origin }, browser, sessions, close: () => browser.close() };
}

/** A demo of its own, for a file that changes it. */
export async function openDemo(): Promise<DemoInBrowser> {
  const directory = await temporaryDirectory();
  const product = await startProduct(directory.path, { VOLANT_DEMO: 'on', VOLANT_GRAPHQL: 'listed' });
  const browser = await openBrowser();
  return {
    product,
    browser,
    sessions: await openSessions(product.origin),
    async close() {
      await browser.close();
      await product.stop();
      await directory.remove();
    },
  };
}
