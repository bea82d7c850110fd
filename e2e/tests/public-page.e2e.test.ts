import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, signUp } from '../src/api.ts';
import { openBrowser } from '../src/browser.ts';
import { type Product, startProduct, type TemporaryDirectory, temporaryDirectory } from '../src/product.ts';

const STYLES = ['modern', 'minimal', 'buttons'] as const;
const NAMES = [
  'Rochefoucauld-Montbel',
  'Hohenzollern-Sigmaringen',
  'Anne-Sophie de La Rochefoucauld',
  'Donaudampfschifffahrtselektrizitätenhaus',
  'WILHELMINA MWAMBA-WEMBLEY',
];

let directory: TemporaryDirectory;
let product: Product;
let browser: Browser;
let page: Page;
let token: string;

beforeAll(async () => {
  directory = await temporaryDirectory();
  product = await startProduct(directory.path);
  ({ token } = await signUp(product.origin));
  browser = await openBrowser();
  page = await browser.newPage({ isMobile: true, hasTouch: true });
});
afterAll(async () => {
  await browser.close();
  await product.stop();
  await directory.remove();
});

async function open(name: string, displayStyle: string, more: object = {}): Promise<void> {
  const blocksJson = {
    name,
    company: 'Transferts',
    bio: 'Jour et nuit.',
    phone: '+33 6 39 98 00 01',
    displayStyle,
    ...more,
  };
  const input = { displayName: name, blocksJson, indexable: true };
  const { body } = await call(product.origin, 'POST', '/api/pages', input, { token });
  await page.goto(`${product.origin}/d/${body.page.id}`);
}

/** The name as it lies on its lines. */
function linesOfName(): Promise<readonly string[]> {
  return page.locator('h1').evaluate((heading) => {
    const node = heading.firstChild as Text;
    const lines: { top: number; text: string }[] = [];
    for (let at = 0; at < node.data.length; at += 1) {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      const { top, width } = range.getBoundingClientRect();
      const line = lines.at(-1);
      if (line === undefined || (width > 0 && top > line.top + 5)) lines.push({ top, text: node.data.charAt(at) });
      else line.text += node.data.charAt(at);
    }
    return lines.map(({ text }) => text.trim());
  });
}

describe.each(STYLES)('the %s page', (style) => {
  test('unfolds the introduction and the legal notice, and its policy admits the data for search engines', async () => {
    const problems: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    await page.setViewportSize({ width: 360, height: 640 });
    await open('Zoé', style, { bio: 'Jour et nuit. '.repeat(20), legalNotice: 'Zoé EI\n69002 Lyon' });
    await page.waitForLoadState('networkidle');
    for (const part of ['.pp-bio', '.pp-legal']) {
      await page.locator(`${part} summary`).tap();
      expect(await page.locator(part).getAttribute('open'), part).toBe('');
    }
    const data = await page.locator('script[type="application/ld+json"]').textContent();
    expect(JSON.parse(data ?? '')).toMatchObject({ '@type': 'TaxiService', provider: { name: 'Zoé' } });
    expect(problems).toEqual([]);
    page.removeAllListeners('console');
  });

  test.each(NAMES)('breaks %s only between words', async (name) => {
    await open(name, style);
    const words = name.replaceAll('-', '\u2011').split(' ');
    for (const width of [320, 360, 640, 1280]) {
      await page.setViewportSize({ width, height: 640 });
      const lines = await linesOfName();
      expect({ width, words: lines.flatMap((line) => line.split(' ')) }).toEqual({ width, words });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  });
});

describe('the modern page', () => {
  test.each([
    ['lies on its side', 640, 360],
    ['is enlarged twofold', 180, 320],
  ])('has the call beside the photo, on the first screen, if the phone %s', async (_, width, height) => {
    await open('Anne-Sophie de La Rochefoucauld', 'modern');
    await page.setViewportSize({ width, height });
    const [photo, button] = await Promise.all([page.locator('.pp-portrait').boundingBox(), callBox()]);
    if (photo === null || button === null) throw new Error('The page has no photo or no call.');
    expect(button.x).toBeGreaterThanOrEqual(photo.x + photo.width);
    expect(button.y).toBeLessThan(photo.y + photo.height);
    expect(button.y + button.height).toBeLessThanOrEqual(height);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  });
});

function callBox() {
  return page.locator('.pp-call').boundingBox();
}
