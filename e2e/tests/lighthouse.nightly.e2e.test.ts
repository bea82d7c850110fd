import path from 'node:path';
import lighthouse from 'lighthouse';
import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../scripts/servers/ports.ts';
import { openProfile } from '../src/browser.ts';
import { type Product, startProduct, type TemporaryDirectory, temporaryDirectory } from '../src/product.ts';
import { openSessions, type Sessions, type Visitor } from '../src/screens.ts';

/** Minimal scores of Lighthouse on a phone, out of 100. */
const LEAST = { performance: 95, accessibility: 100, 'best-practices': 95 };
/**
 * Minimal performance of a screen with an account. The rest is processor time of React and Apollo,
 * which is half as long again on a busy machine (docs/adr/0035).
 */
const LEAST_SIGNED_IN = 90;
/** The demo's pages, one for each style, which reach everything and move nowhere. */
const PAGES = ['/d/demo-berline', '/d/demo-van', '/d/demo-taxi'];
/** Maximal layout shift of a screen. */
const MOST_SHIFT = 0.02;
/** Lighthouse measures elapsed time, so other programs on the same cores lower the score: repeat. */
const MOST_RUNS = 10;

let directory: TemporaryDirectory;
let product: Product;
let profile: BrowserContext;
let page: Page;
let devtools: CDPSession;
let sessions: Sessions;
let port: number;
const rows: string[] = [];

beforeAll(async () => {
  directory = await temporaryDirectory();
  product = await startProduct(path.join(directory.path, 'product'), { VOLANT_DEMO: 'on', NODE_ENV: 'production' });
  port = await freePort();
  profile = await openProfile(path.join(directory.path, 'profile'), [`--remote-debugging-port=${port}`]);
  sessions = await openSessions(product.origin);
  page = await profile.newPage();
  await page.goto(`${product.origin}/site.json`);
  devtools = await profile.newCDPSession(page);
});
afterAll(async () => {
  // biome-ignore lint/suspicious/noConsole: the table is what one looks at when a score is too low
  console.log(rows.join('\n'));
  await profile.close();
  await product.stop();
  await directory.remove();
});

async function scoresOf(screen: string, visitor: Visitor): Promise<Record<string, number>> {
  await page.evaluate((session) => localStorage.setItem('session', session), sessions[visitor]);
  await devtools.send('Network.clearBrowserCache');
  const result = await lighthouse(product.origin + screen, {
    port,
    logLevel: 'error',
    onlyCategories: Object.keys(LEAST),
    // A storage reset would log the visitor out; the cache is emptied above.
    disableStorageReset: true,
  });
  expect(new URL(result?.lhr.finalDisplayedUrl ?? '').pathname).toBe(screen);
  const categories = Object.values(result?.lhr.categories ?? {});
  const scores = Object.fromEntries(categories.map(({ id, score }) => [id, Math.round((score ?? 0) * 100)]));
  const shift = result?.lhr.audits['cumulative-layout-shift']?.numericValue ?? Number.NaN;
  rows.push(`${screen} (${visitor})  ${JSON.stringify(scores)}  ${shift.toFixed(3)}`);
  return { ...scores, shift };
}

const atLeast = (least: number) => expect.toSatisfy((score: number) => score >= least);

test.each([
  ...PAGES.map((page) => [page, 'guest', 100] as const),
  ['/', 'guest'],
  ['/tutorial', 'guest'],
  ['/our-story', 'guest'],
  ['/contact-info', 'guest'],
  ['/privacy-policy', 'guest'],
  ['/login', 'guest'],
  ['/signup', 'guest'],
  ['/forgot-password', 'guest'],
  ['/dashboard', 'driver'],
  ['/editor/demo-berline', 'driver'],
  ['/account', 'driver'],
  ['/claim', 'driver'],
  ['/support', 'support'],
  ['/admin', 'admin'],
] as const)(
  '%s for a %s is fast, accessible and follows best practices',
  async (screen, visitor, least: number = visitor === 'guest' ? LEAST.performance : LEAST_SIGNED_IN) => {
    const isPage = PAGES.includes(screen);
    let scores = await scoresOf(screen, visitor);
    for (let run = 1; run < MOST_RUNS && (scores.performance ?? 0) < least; run += 1) {
      scores = await scoresOf(screen, visitor);
    }
    expect(scores).toEqual({
      performance: atLeast(least),
      accessibility: LEAST.accessibility,
      'best-practices': atLeast(isPage ? 100 : LEAST['best-practices']),
      shift: expect.toSatisfy((shift: number) => shift <= (isPage ? 0 : MOST_SHIFT)),
    });
  },
);
