import type { Browser } from 'playwright-core';
import { openBrowser } from './browser.ts';
import { type Product, type Settings, startProduct, temporaryDirectory } from './product.ts';
import { openSessions, type Sessions } from './screens.ts';

/**
 * A product with demo data in its own directory that accepts only its client's operations, as in production; sessions
 * of the demo's people; and a browser.
 */
export interface DemoInBrowser {
  readonly product: Product;
  readonly browser: Browser;
  readonly sessions: Sessions;
  close(): Promise<void>;
}

export async function openDemo(settings: Settings = {}): Promise<DemoInBrowser> {
  const directory = await temporaryDirectory();
  const product = await startProduct(directory.path, { VOLANT_DEMO: 'on', VOLANT_GRAPHQL: 'listed', ...settings });
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
