import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../src/browser.ts';
import { type Product, startProduct, type TemporaryDirectory, temporaryDirectory } from '../src/product.ts';
import { openLook, openSessions, SCREENS, type Screen, type Sessions, settled } from '../src/screens.ts';
import { watchScreen } from '../src/watch-screen.ts';

/** Kilobytes of script (gzip) that a first visit may load, by what is visited. */
const BUDGETS = {
  /** What everybody reads: the landing page and the like. */
  finished: 100,
  /** A driver's page with its profile. */
  profile: 12,
  /** Everything else, with or without an account; Apollo Client included. */
  application: 200,
} as const;
const FINISHED =
  /^\/(?:|contact-info|our-story|tutorial|privacy-policy|terms-of-service|refund-policy|shipping-policy)$/;
const PROFILES = /^\/d\/demo-(?:berline|van|taxi)$/;
/** What a screen may move by itself. */
const MOST_SHIFT = 0.02;

const LOOK = { language: 'fr', theme: 'light' } as const;
/** A desk shows more at once: the preview beside the editor's form, columns in place of cards. */
const WIDTHS = [360, 1280];

let directory: TemporaryDirectory;
let product: Product;
let browser: Browser;
let sessions: Sessions;
const rows: string[] = [];

beforeAll(async () => {
  directory = await temporaryDirectory();
  product = await startProduct(directory.path, { VOLANT_DEMO: 'on', NODE_ENV: 'production' });
  browser = await openBrowser();
  sessions = await openSessions(product.origin);
});

afterAll(async () => {
  // biome-ignore lint/suspicious/noConsole: the table is what one looks at when a budget is passed over
  console.log(['script (KB gzip)  budget  shift   screen', ...rows].join('\n'));
  await browser.close();
  await product.stop();
  await directory.remove();
});

function budgetOf({ path, visitor }: Screen): number {
  if (PROFILES.test(path)) return BUDGETS.profile;
  return visitor === 'guest' && FINISHED.test(path) ? BUDGETS.finished : BUDGETS.application;
}

const VISITS = WIDTHS.flatMap((width) => SCREENS.map((screen) => ({ ...screen, width })));

test.each(VISITS)('$path for a $visitor at $width px loads little and stands still', async ({ width, ...screen }) => {
  const context = await openLook(browser, { ...LOOK, width }, sessions[screen.visitor]);
  const page = await context.newPage();
  const watched = await watchScreen(page);
  await page.goto(product.origin + screen.path, { waitUntil: 'networkidle' });
  await settled(page);
  const kilobytes = watched.scriptBytes() / 1024;
  const shift = await watched.layoutShift();
  const budget = budgetOf(screen);
  rows.push(
    `${kilobytes.toFixed(1).padStart(16)}  ${String(budget).padStart(6)}  ${shift.toFixed(3)}  ${screen.path} (${screen.visitor}, ${width} px)`,
  );
  await context.close();
  expect(kilobytes).toBeGreaterThan(0);
  expect(kilobytes).toBeLessThanOrEqual(budget);
  expect(shift).toBeLessThanOrEqual(MOST_SHIFT);
  expect(watched.complaints).toEqual([]);
});
