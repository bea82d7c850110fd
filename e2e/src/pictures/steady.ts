import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { fontAddress } from '../chunk-address.ts';
import { ROOT } from '../product.ts';

const INSTANT = '2026-03-14T09:26:53.000Z';
const DAY = '2026-03-14';
const COUNT = 7;

/**
 * Replaces every date by one fixed date and every figure by a fixed figure, because demo data depend on the day and on
 * chance.
 */
export function steadied(value: unknown): unknown {
  if (typeof value === 'number') return COUNT;
  if (typeof value === 'string') {
    if (/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value)) return INSTANT;
    return /^\d{4}-\d{2}-\d{2}$/.test(value) ? DAY : value;
  }
  if (Array.isArray(value)) return value.map(steadied);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, steadied(inner)]));
}

/** Makes GraphQL answers steady and stops the page's clock. */
export async function steady(context: BrowserContext): Promise<void> {
  await context.clock.setFixedTime(INSTANT);
  await context.route('**/graphql', async (route) => {
    const response = await route.fetch();
    const body = steadied(await response.json());
    await route.fulfill({ response, json: body });
  });
}

/**
 * Uses the bundled font everywhere, because system fonts differ between machines, and hides parts that depend on the
 * product's address.
 */
export async function inOneFace(page: Page): Promise<void> {
  const face = (await readFile(path.join(ROOT, 'web/dist/client', fontAddress()))).toString('base64');
  await page.addStyleTag({
    content: `@font-face { font-family: Reference; src: url(data:font/woff2;base64,${face}) format('woff2'); font-weight: 200 800; }
      *, *::before, *::after { font-family: Reference !important; caret-color: transparent !important; }
      .qr-code path:last-of-type { visibility: hidden; }
      img.qr-code { object-position: 100vw; }`,
  });
  await page.evaluate(async () => {
    await document.fonts.load('16px Reference');
    await document.fonts.load('bold 16px Reference');
    await document.fonts.ready;
  });
}
