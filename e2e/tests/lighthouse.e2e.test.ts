import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import lighthouse from 'lighthouse';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../src/browser.ts';
import { type Product, startProduct, type TemporaryDirectory, temporaryDirectory } from '../src/product.ts';

/** The least scores of Lighthouse on a phone, out of 100; `/d/{id}` and the landing page have tests of their own. */
const LEAST = { performance: 95, accessibility: 100, 'best-practices': 95 };
/** Its clock stands still for nobody: another program on the same cores costs points that the page did not. */
const MOST_RUNS = 3;

let directory: TemporaryDirectory;
let product: Product;
let browser: Browser;
let port: number;
const rows: string[] = [];

beforeAll(async () => {
  directory = await temporaryDirectory();
  product = await startProduct(directory.path, { VOLANT_DEMO: 'on', NODE_ENV: 'production' });
  port = await freePort();
  browser = await openBrowser([`--remote-debugging-port=${port}`]);
});
afterAll(async () => {
  // biome-ignore lint/suspicious/noConsole: the table is what one looks at when a score is too low
  console.log(rows.join('\n'));
  await browser.close();
  await product.stop();
  await directory.remove();
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: free } = server.address() as AddressInfo;
  server.close();
  return free;
}

async function scoresOf(path: string): Promise<Record<string, number>> {
  const result = await lighthouse(product.origin + path, {
    port,
    logLevel: 'error',
    onlyCategories: Object.keys(LEAST),
  });
  const categories = Object.values(result?.lhr.categories ?? {});
  const scores = Object.fromEntries(categories.map(({ id, score }) => [id, Math.round((score ?? 0) * 100)]));
  rows.push(`${path}  ${JSON.stringify(scores)}`);
  return scores;
}

const atLeast = (least: number) => expect.toSatisfy((score: number) => score >= least);

test.each(['/tutorial', '/our-story', '/contact-info', '/privacy-policy'])(
  '%s is quick, for all, and sound',
  async (path) => {
    let scores = await scoresOf(path);
    for (let run = 1; run < MOST_RUNS && (scores.performance ?? 0) < LEAST.performance; run += 1) {
      scores = await scoresOf(path);
    }
    expect(scores).toEqual({
      performance: atLeast(LEAST.performance),
      accessibility: LEAST.accessibility,
      'best-practices': atLeast(LEAST['best-practices']),
    });
  },
);

// How quick these are it says from the processor time of a machine that others use, too: it is in the table alone.
test.each(['/login', '/signup', '/forgot-password'])('%s is for all, and sound', async (path) => {
  expect(await scoresOf(path)).toMatchObject({
    accessibility: LEAST.accessibility,
    'best-practices': atLeast(LEAST['best-practices']),
  });
});
