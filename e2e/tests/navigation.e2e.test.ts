import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DemoInBrowser, openSharedDemo } from '../src/demo-in-browser.ts';
import { openLook, settled } from '../src/screens.ts';

let demo: DemoInBrowser;
let product: DemoInBrowser['product'];
let browser: Browser;

beforeAll(async () => {
  demo = await openSharedDemo();
  ({ product, browser } = demo);
});

afterAll(() => demo.close());

type Options = Parameters<Browser['newContext']>[0];

async function open(path: string, options: Options = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, ...options });
  await context.addInitScript(() => {
    const ways: (string | undefined)[] = [];
    const { scrollTo } = window;
    window.scrollTo = (...options: unknown[]) => {
      const [to] = options as [ScrollToOptions];
      if (to.top === 0) ways.push(to.behavior);
      Reflect.apply(scrollTo, window, options);
    };
    Object.assign(window, { waysToTop_: ways });
  });
  const page = await context.newPage();
  await page.goto(product.origin + path);
  await settled(page);
  return page;
}

const scrollY = (page: Page) => page.evaluate(() => Math.round(window.scrollY));
const lang = (page: Page) => page.locator('html').getAttribute('lang');

/** How the application asked the browser to scroll to the top, for each call so far. */
const waysToTop = (page: Page) => page.evaluate('window.waysToTop_') as Promise<readonly string[]>;

/** Leaves a long, scrolled screen by a link; returns the scroll position. */
async function leaveFarDown(page: Page): Promise<number> {
  await page.evaluate(() => window.scrollTo({ top: 1_200, behavior: 'instant' }));
  const link = page.locator('main a[href="/contact"], footer a[href="/contact"]').first();
  await link.scrollIntoViewIfNeeded();
  return link.evaluate((element: HTMLElement) => {
    const left = Math.round(window.scrollY);
    element.click();
    return left;
  });
}

describe('scrolling', () => {
  test('goes smoothly to the top of a new screen, and back to the former position', async () => {
    const page = await open('/terms-of-service', { reducedMotion: 'no-preference' });
    const left = await leaveFarDown(page);
    expect(left).toBeGreaterThan(600);
    await page.waitForURL('**/contact');
    await expect.poll(() => scrollY(page)).toBe(0);
    expect((await waysToTop(page)).at(-1)).toBe('smooth');
    await page.goBack();
    await page.waitForURL('**/terms-of-service');
    await expect.poll(() => scrollY(page)).toBe(left);
    await page.goForward();
    await page.waitForURL('**/contact');
    await expect.poll(() => scrollY(page)).toBe(0);
    await page.context().close();
  });

  test('is instant for visitors who prefer reduced motion', async () => {
    const page = await open('/terms-of-service', { reducedMotion: 'reduce' });
    await leaveFarDown(page);
    await page.waitForURL('**/contact');
    await expect.poll(() => scrollY(page)).toBe(0);
    expect((await waysToTop(page)).at(-1)).not.toBe('smooth');
    await page.context().close();
  });

  test('leads /#products to the cards', async () => {
    const page = await open('/#products', { reducedMotion: 'reduce' });
    const top = () => page.locator('#products').evaluate((element) => element.getBoundingClientRect().top);
    await expect.poll(async () => Math.abs(await top())).toBeLessThan(120);
    expect(await scrollY(page)).toBeGreaterThan(300);
    await page.context().close();
  });
});

describe('a guest', () => {
  const named = (page: Page, name: string) =>
    page.locator('header').getByRole('link', { name, exact: true }).filter({ visible: true });

  test('finds the log-in in the header, on a phone behind one button', async () => {
    const wide = await open('/contact', { viewport: { width: 1280, height: 800 } });
    for (const name of ['Se connecter', 'Créer un compte']) expect(await named(wide, name).count()).toBe(1);
    await wide.context().close();

    const phone = await open('/contact');
    for (const name of ['Se connecter', 'Créer un compte']) expect(await named(phone, name).count()).toBe(0);
    await phone.locator('header').getByRole('button', { name: 'Compte' }).click();
    for (const name of ['Se connecter', 'Créer un compte']) await named(phone, name).waitFor();
    await named(phone, 'Créer un compte').click();
    await phone.waitForURL('**/signup');
    await phone.context().close();
  });
});

describe('the language', () => {
  test.each(['/', '/login', '/contact'])(
    'at %s is French by default, whatever the browser prefers, and later the chosen one',
    async (path) => {
      const page = await open(path, { locale: 'en-GB' });
      expect(await lang(page)).toBe('fr');
      await page.evaluate(() => localStorage.setItem('language', 'en'));
      await page.reload();
      await settled(page);
      expect(await lang(page)).toBe('en');
      await page.context().close();
    },
  );

  test('changes in place without losing typed text, and is remembered', async () => {
    const page = await open('/login', { viewport: { width: 1280, height: 800 } });
    await page.locator('input[type="email"]').fill('a@example.com');
    await page.evaluate(() => Object.assign(window, { notReloaded: true }));
    await page.getByRole('button', { name: /^Langue/ }).click();
    const choices = page.locator('.menu').filter({ visible: true }).getByRole('button');
    await choices.first().waitFor();
    expect(await choices.allTextContents()).toEqual(['Français', 'English']);
    await choices.filter({ hasText: 'English' }).click();
    await page.getByRole('heading', { level: 1, name: 'Log in' }).waitFor();
    expect(await lang(page)).toBe('en');
    expect(await page.locator('input[type="email"]').inputValue()).toBe('a@example.com');
    expect(await page.evaluate(() => 'notReloaded' in window)).toBe(true);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Log in' }).waitFor();
    await page.getByRole('link', { name: 'Volant' }).first().click();
    await page.waitForURL(`${product.origin}/`);
    await page.context().close();
  });
});

describe('the browser’s Back', () => {
  test('closes what a driver opened last, and nothing that is closed', async () => {
    const look = { language: 'en', theme: 'light', width: 360 } as const;
    const context = await openLook(browser, look, demo.sessions.driver);
    const page = await context.newPage();
    await page.goto(`${product.origin}/contact`);
    await page.goto(`${product.origin}/dashboard`);
    await settled(page);
    const share = page.getByRole('dialog', { name: /^Share / });
    const code = page.locator('.show-card:popover-open');
    const opened = async (name: string | RegExp, what: Locator) => {
      await page.getByRole('button', { name }).first().click();
      await what.waitFor();
    };
    const back = async (what: Locator) => {
      await page.goBack({ waitUntil: 'commit' });
      await what.waitFor({ state: 'hidden' });
      expect(new URL(page.url()).pathname).toBe('/dashboard');
    };

    await opened(/^Share /, share);
    await opened(/^Show full screen$/, code);
    await back(code);
    expect(await share.isVisible()).toBe(true);
    await back(share);

    // Dialogs that are closed by their buttons leave no entry in the history.
    await opened(/^Share /, share);
    await opened(/^Show full screen$/, code);
    await code.getByRole('button', { name: 'Back' }).click();
    await share.getByRole('button', { name: 'Close' }).click();
    await share.waitFor({ state: 'hidden' });
    await expect.poll(() => page.evaluate(() => history.state?.opened)).toBeUndefined();
    await opened(/^Analytics/, page.getByRole('dialog'));
    await page.reload();
    await settled(page);
    await opened(/^Share /, share);
    await back(share);
    await page.goBack();
    await page.waitForURL('**/contact');
    await context.close();
  });
});
