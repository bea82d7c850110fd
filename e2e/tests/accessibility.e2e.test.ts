import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call } from '../src/api.ts';
import { openBrowser } from '../src/browser.ts';
import { type Product, startProduct, type TemporaryDirectory, temporaryDirectory } from '../src/product.ts';

const SCREENS = [
  { path: '/', signedIn: false },
  { path: '/login', signedIn: false },
  { path: '/signup', signedIn: false },
  { path: '/forgot-password', signedIn: false },
  { path: '/reset-password', signedIn: false },
  { path: '/reset-password?token=abc', signedIn: false },
  { path: '/contact', signedIn: false },
  { path: '/d/demo-berline', signedIn: false },
  { path: '/d/demo-van', signedIn: false },
  { path: '/d/demo-taxi', signedIn: false },
  { path: '/d/demo-libre-1', signedIn: false },
  { path: '/d/nobodys-page', signedIn: false },
  { path: '/no/such/screen', signedIn: false },
  { path: '/', signedIn: true },
  { path: '/dashboard', signedIn: true },
  { path: '/contact', signedIn: true },
  { path: '/claim', signedIn: true },
  { path: '/editor/new', signedIn: true },
  { path: '/editor/demo-berline', signedIn: true },
];

let directory: TemporaryDirectory;
let product: Product;
let browser: Browser;
let session: string;

beforeAll(async () => {
  directory = await temporaryDirectory();
  product = await startProduct(directory.path, { VOLANT_DEMO: 'on' });
  browser = await openBrowser();
  const credentials = { email: 'berline@example.com', password: 'volant-demo' };
  const { body } = await call(product.origin, 'POST', '/api/auth/login', credentials);
  session = JSON.stringify({ token: body.token, user: body.user });
});

afterAll(async () => {
  await browser.close();
  await product.stop();
  await directory.remove();
});

interface Look {
  readonly language: 'fr' | 'en';
  readonly theme: 'light' | 'dark';
  readonly width: number;
}

async function open({ language, theme, width }: Look, signedIn: boolean): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width, height: 740 }, reducedMotion: 'reduce' });
  await context.addInitScript(
    ([chosenLanguage, chosenTheme, stored]) => {
      localStorage.setItem('language', chosenLanguage);
      localStorage.setItem('theme', chosenTheme);
      if (stored !== '') sessionStorage.setItem('session', stored);
    },
    [language, theme, signedIn ? session : ''] as const,
  );
  return context;
}

/** What stands for data that is still on its way is gone. */
async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"], .skeleton') === null);
}

const violationsOf = async (page: Page) => {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
};

const LOOKS: readonly Look[] = [
  { language: 'fr', theme: 'light', width: 360 },
  { language: 'en', theme: 'dark', width: 360 },
  { language: 'fr', theme: 'dark', width: 1280 },
  { language: 'en', theme: 'light', width: 1280 },
];

describe.each(LOOKS)('$language, $theme, $width px', (look) => {
  test.each(SCREENS)('$path, signed in: $signedIn', async ({ path, signedIn }) => {
    const context = await open(look, signedIn);
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      // The browser itself reports the 404 that a missing page is meant to be.
      if (message.type() === 'error' && !message.text().includes('404')) complaints.push(message.text());
    });
    await page.goto(product.origin + path);
    await settled(page);

    expect(await violationsOf(page)).toEqual([]);
    expect(await page.locator('h1').count()).toBe(1);
    expect(await page.title()).not.toBe('');
    expect(await page.locator('html').getAttribute('lang')).toBe(look.language);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

test.each(SCREENS)('$path fits 320 px without sideways scrolling, signed in: $signedIn', async ({ path, signedIn }) => {
  const context = await open({ language: 'fr', theme: 'light', width: 320 }, signedIn);
  const page = await context.newPage();
  await page.goto(product.origin + path);
  await settled(page);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
  await context.close();
});

test('the analytics dialog holds the focus, closes with Escape, and is accessible', async () => {
  for (const theme of ['light', 'dark'] as const) {
    const context = await open({ language: 'fr', theme, width: 360 }, true);
    const page = await context.newPage();
    await page.goto(`${product.origin}/dashboard`);
    await settled(page);
    const button = page.getByRole('button', { name: /^Statistiques/ });
    await button.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('table').first().waitFor();
    expect(await violationsOf(page)).toEqual([]);
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
    await context.close();
  }
});
