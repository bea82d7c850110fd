import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { screens } from '../../web/src/app/screens.ts';
import { chunkAddress } from '../src/chunk-address.ts';
import { type DemoInBrowser, openSharedDemo } from '../src/demo-in-browser.ts';
import { openLook } from '../src/screens.ts';
import { framesOf, watchFrames } from '../src/watch-frames.ts';

const PAGES = screens.filter(({ document }) => document === 'finished').map(({ path }) => path);

/** Elements that may contain only phrasing content, and blocks, which they may not. */
const PHRASING_ONLY = ':is([role=img], span, p, h1, h2, h3, h4, button, label, em, strong, small)';
const BLOCKS = ':is(div, p, ul, ol, dl, section, article, header, footer, nav, figure, h1, h2, h3, h4, form, table)';

let demo: DemoInBrowser;

beforeAll(async () => {
  demo = await openSharedDemo();
});
afterAll(() => demo.close());

/** Records the page's console errors and requested scripts. */
function follow(page: Page) {
  const complaints: string[] = [];
  const scripts: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
  return { complaints, scripts };
}

const guest = (language: 'fr' | 'en', width = 360) =>
  openLook(demo.browser, { language, theme: 'light', width }, demo.sessions.guest);

describe.each(PAGES.map((path, at) => [path, at] as const))('%s', (path, at) => {
  test('is readable without JavaScript, in both languages, with blocks only where HTML allows them', async () => {
    const context = await demo.browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });
    const page = await context.newPage();
    const headings = new Set<string | null>();
    for (const address of [path, `${path}?lang=en`]) {
      expect((await page.goto(demo.product.origin + address))?.status()).toBe(200);
      headings.add(await page.getByRole('heading', { level: 1 }).textContent());
      expect((await page.getByRole('main').textContent())?.length).toBeGreaterThan(300);
      expect(await page.getByRole('contentinfo').getByRole('link').count()).toBeGreaterThan(8);
      expect(await page.locator(`${PHRASING_ONLY} ${BLOCKS}`).count()).toBe(0);
    }
    expect(headings.size).toBe(2);
    await context.close();
  });

  // One page in French, the next in English: both have the same markup.
  const language = at % 2 === 0 ? 'fr' : 'en';

  test(`hydrates in ${language} at the first press without a change`, async () => {
    const context = await guest(language);
    const page = await context.newPage();
    const { complaints, scripts } = follow(page);
    await page.goto(demo.product.origin + path, { waitUntil: 'networkidle' });
    expect(scripts.length).toBeLessThanOrEqual(3);
    const title = page.getByRole('heading', { level: 1 });
    await title.evaluate((element) => element.setAttribute('data-mark', ''));
    const tabTitle = await page.title();

    await page.getByRole('button', { name: 'Menu' }).click();
    await page
      .locator('.menu')
      .getByRole('link', { name: language === 'fr' ? 'Se connecter' : 'Log in' })
      .waitFor();
    expect(await page.locator('h1[data-mark]').count()).toBe(1);
    expect(await page.title()).toBe(tabTitle);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

test('a remembered language shows from the first frame on', async () => {
  const context = await guest('en');
  await watchFrames(context);
  const page = await context.newPage();
  for (const path of PAGES) {
    await page.goto(demo.product.origin + path, { waitUntil: 'networkidle' });
    const heading = await page.getByRole('heading', { level: 1 }).textContent();
    const frames = await framesOf(page);
    expect(frames.length).toBeGreaterThan(0);
    for (const { text, lang } of frames) {
      expect(lang).toBe('en');
      expect(text).toContain(heading);
    }
  }
  await context.close();
});

test('if the other language’s page is missing, the application renders it', async () => {
  const context = await guest('en');
  await watchFrames(context);
  const page = await context.newPage();
  await page.route('**/?lang=en', (route) => route.abort());
  await page.goto(`${demo.product.origin}/`);
  await page.getByRole('heading', { level: 1, name: /One tap/ }).waitFor();
  for (const { text } of await framesOf(page)) expect(text).toContain('One tap');
  await context.close();
});

test('a link to a page in English selects English, unless French was chosen', async () => {
  const chosen = async (language: string | undefined) => {
    const context = await demo.browser.newContext();
    const page = await context.newPage();
    await page.goto(`${demo.product.origin}/robots.txt`);
    if (language !== undefined) await page.evaluate((value) => localStorage.setItem('language', value), language);
    await page.goto(`${demo.product.origin}/?lang=en`, { waitUntil: 'networkidle' });
    const title = await page.getByRole('heading', { level: 1 }).textContent();
    await page.goto(`${demo.product.origin}/login`);
    const login = await page.getByRole('heading', { level: 1 }).textContent();
    await context.close();
    return [title?.startsWith('One tap'), login];
  };
  expect(await chosen(undefined)).toEqual([true, 'Log in']);
  expect(await chosen('fr')).toEqual([false, 'Connexion']);
});

test('a remembered theme shows from the first frame on', async () => {
  const context = await openLook(demo.browser, { language: 'fr', theme: 'dark', width: 360 }, demo.sessions.guest);
  await watchFrames(context);
  const page = await context.newPage();
  await page.goto(`${demo.product.origin}/`, { waitUntil: 'networkidle' });
  const frames = await framesOf(page);
  expect(frames.length).toBeGreaterThan(0);
  for (const { theme } of frames) expect(theme).toBe('dark');
  const menu = page.getByRole('button', { name: 'Menu' });
  await menu.click();
  await page.getByRole('button', { name: 'Passer au thème clair' }).click();
  await page.waitForFunction(() => document.documentElement.dataset.theme === 'light');
  await menu.click();
  await page.getByRole('button', { name: 'Passer au thème sombre' }).waitFor();
  await context.close();
});

test('a logged-in person sees their own version from the first frame on', async () => {
  const context = await openLook(demo.browser, { language: 'fr', theme: 'light', width: 360 }, demo.sessions.driver);
  await watchFrames(context);
  const page = await context.newPage();
  const { complaints } = follow(page);
  await page.goto(`${demo.product.origin}/`);
  await page.getByRole('main').getByRole('link', { name: 'Voir mes pages' }).first().waitFor();
  const frames = await framesOf(page);
  expect(frames.length).toBeGreaterThan(0);
  for (const { text } of frames) expect(text).not.toMatch(/Se connecter|Créer un compte|déjà un compte/);
  expect(complaints).toEqual([]);
  await context.close();
});

test('a link opens the next page without loading a document', async () => {
  const context = await guest('fr', 1280);
  const page = await context.newPage();
  await page.goto(`${demo.product.origin}/tutorial`);
  await page.evaluate(() => Object.assign(window, { same: true }));
  await page.getByRole('link', { name: 'Choisir ma carte' }).click();
  await page.waitForURL(`${demo.product.origin}/`);
  await page.waitForFunction(() => {
    const top = document.getElementById('products')?.getBoundingClientRect().top;
    return top !== undefined && Math.abs(top) < 100;
  });
  expect(await page.evaluate('window.same')).toBe(true);
  await context.close();
});

test('the menu works by keyboard alone', async () => {
  const context = await guest('fr');
  const page = await context.newPage();
  await page.goto(`${demo.product.origin}/`);
  await page.getByRole('button', { name: 'Menu' }).focus();
  await page.keyboard.press('Enter');
  const first = page.locator('.menu:popover-open a').first();
  await first.waitFor();
  await page.keyboard.press('Tab');
  expect(await first.evaluate((link) => link === document.activeElement)).toBe(true);
  await page.keyboard.press('Escape');
  await first.waitFor({ state: 'detached' });
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Menu');
  await context.close();
});

test('links still work if the application cannot be loaded', async () => {
  const context = await guest('fr');
  const page = await context.newPage();
  await page.route(`**${chunkAddress('start')}`, (route) => route.abort());
  await page.goto(`${demo.product.origin}/`);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Confidentialité' }).click();
  await page.waitForURL(`${demo.product.origin}/privacy-policy`);
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Politique de confidentialité');
  await context.close();
});

test('a page rendered in another year shows the present year once it is read', async () => {
  const context = await guest('fr');
  const page = await context.newPage();
  const { complaints } = follow(page);
  await page.clock.setFixedTime(new Date('2031-06-01T12:00:00Z'));
  await page.goto(`${demo.product.origin}/`);
  await page.getByText('© 2031').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});
