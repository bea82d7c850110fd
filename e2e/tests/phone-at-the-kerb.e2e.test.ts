import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DemoInBrowser, openSharedDemo } from '../src/demo-in-browser.ts';
import { visitByPhone } from '../src/visit-by-phone.ts';

// How soon the pages paint depends on the machine: paint-times.nightly.e2e.test.ts.
/** The budget of the public page: `quality`, "A phone at the kerb". */
const BUDGET = { layoutShift: 0, bytesBeforeLcp: 60 * 1024, scriptGzipBytes: 12 * 1024 };
/** Maximal layout shift of the landing page. */
const LANDING_SHIFT = 0.02;
const PAGES = ['demo-berline', 'demo-van', 'demo-taxi'];

let demo: DemoInBrowser;
let product: DemoInBrowser['product'];
let browser: Browser;

beforeAll(async () => {
  demo = await openSharedDemo();
  ({ product, browser } = demo);
});

afterAll(() => demo.close());

describe.each(PAGES)('/d/%s, cold, slow 4G, a quarter of the CPU', (id) => {
  test('stays within its budget of bytes, and does not shift', async () => {
    const { layoutShift, bytesBeforeLcp, scriptBytes } = await visitByPhone(browser, `${product.origin}/d/${id}`);
    expect(layoutShift).toBe(BUDGET.layoutShift);
    expect(bytesBeforeLcp).toBeGreaterThan(0);
    expect(bytesBeforeLcp).toBeLessThanOrEqual(BUDGET.bytesBeforeLcp);
    expect(scriptBytes).toBeLessThanOrEqual(BUDGET.scriptGzipBytes);
    expect(scriptBytes).toBeGreaterThan(0);
  });

  test('is complete and usable without JavaScript', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 640 } });
    const page = await context.newPage();
    await page.goto(`${product.origin}/d/${id}`);
    expect(await page.locator('h1').textContent()).toMatch(/Démo/);
    expect(
      await page
        .locator('img')
        .first()
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    ).toBeGreaterThan(0);
    for (const target of ['a[href^="tel:+"]', 'a[href^="mailto:"]', 'a[href^="https://wa.me/33"]']) {
      expect(await page.locator(target).first().isVisible(), target).toBe(true);
    }
    await context.close();
  });

  test('sends no request to other sites and sets no cookie', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const hosts = new Set<string>();
    page.on('request', (request) => hosts.add(new URL(request.url()).origin));
    await page.goto(`${product.origin}/d/${id}`, { waitUntil: 'networkidle' });
    expect([...hosts]).toEqual([product.origin]);
    expect(await context.cookies()).toEqual([]);
    await context.close();
  });
});

test('the landing page does not shift', async () => {
  const { layoutShift } = await visitByPhone(browser, `${product.origin}/`);
  expect(layoutShift).toBeLessThanOrEqual(LANDING_SHIFT);
});

describe('the QR code that leads from a desk to a phone', () => {
  const codes = (page: Page) => {
    const requested: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/qr.svg')) requested.push(new URL(request.url()).pathname);
    });
    return requested;
  };

  test.each([360, 1280])('loads in a window of %i px, and prints', async (width) => {
    const context = await browser.newContext({ viewport: { width, height: 800 } });
    const page = await context.newPage();
    const requested = codes(page);
    await page.goto(`${product.origin}/d/demo-berline`, { waitUntil: 'networkidle' });
    expect(requested).toEqual(['/d/demo-berline/qr.svg']);
    const code = page.locator('.pp-desk img');
    expect(await code.isVisible()).toBe(width === 1280);
    await page.emulateMedia({ media: 'print' });
    expect(await code.isVisible()).toBe(true);
    expect(await code.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await context.close();
  });

  test('is not loaded by a phone', async () => {
    const context = await browser.newContext({ viewport: { width: 360, height: 640 }, isMobile: true, hasTouch: true });
    const page = await context.newPage();
    const requested = codes(page);
    await page.goto(`${product.origin}/d/demo-berline`, { waitUntil: 'networkidle' });
    expect(requested).toEqual([]);
    await context.close();
  });
});
