import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type DemoInBrowser, openDemo } from '../src/demo-in-browser.ts';
import { type Look, openLook, settled } from '../src/screens.ts';

const LOOK: Look = { language: 'en', theme: 'light', width: 1280 };

let demo: DemoInBrowser;
let context: BrowserContext;
let page: Page;
/** Documents fetched since the test began. */
let documents: number;

beforeAll(async () => {
  demo = await openDemo();
});
afterAll(() => demo.close());
beforeEach(async () => {
  context = await openLook(demo.browser, LOOK, demo.sessions.driver);
  page = await context.newPage();
  documents = 0;
  page.on('request', (request) => {
    if (request.resourceType() === 'document') documents += 1;
  });
});
afterEach(() => context.close());

/** As after a deploy: the files of this name are gone, at the first `times` requests. */
async function takeAway(name: string, times = Number.POSITIVE_INFINITY): Promise<void> {
  await page.route(`**/assets/${name}-*.js`, (route) => route.fulfill({ status: 404, body: 'not found' }), { times });
}

const broken = () => page.getByRole('heading', { level: 1, name: 'This screen could not be shown' });

test('a screen whose code is gone is loaded anew by itself', async () => {
  await page.goto(`${demo.product.origin}/dashboard`);
  await settled(page);
  await takeAway('claim-page', 1);
  await page.getByRole('link', { name: 'Claim a card' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Claim a card' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/claim');
  expect(documents).toBe(2);
});

test('a screen whose code stays away is loaded anew once, and then says so and leads back', async () => {
  await page.goto(`${demo.product.origin}/dashboard`);
  await settled(page);
  await takeAway('claim-page');
  await page.getByRole('link', { name: 'Claim a card' }).first().click();
  await broken().waitFor();
  await page.waitForLoadState('networkidle');
  expect(documents).toBe(2);
  await page.getByRole('link', { name: 'Go home' }).click();
  await page.waitForURL(`${demo.product.origin}/`);
  await settled(page);
  expect(await broken().count()).toBe(0);
});

test('what is unsaved in the editor is still there after the screen was loaded anew', async () => {
  await page.goto(`${demo.product.origin}/editor/demo-berline`);
  await settled(page);
  await page.getByLabel('Full name').fill('Typed before the deploy');
  await takeAway('editor-page', 1);
  await page.reload();
  await expect.poll(() => page.getByLabel('Full name').inputValue()).toBe('Typed before the deploy');
  // The first of them is the visit, the second the reload by hand.
  expect(documents).toBe(3);
});

test('a part of a screen whose code is gone takes nothing of it away', async () => {
  await page.goto(`${demo.product.origin}/editor/demo-berline`);
  await settled(page);
  await page.getByLabel('Full name').fill('Typed before the deploy');
  await takeAway('pickers');
  await page.getByRole('button', { name: 'Add an item' }).click();
  await page.getByText('The server didn’t respond').waitFor();
  expect(await page.getByLabel('Full name').inputValue()).toBe('Typed before the deploy');
  expect(documents).toBe(1);
});

test('where the server is silent, too, nothing is loaded anew', async () => {
  await page.goto(`${demo.product.origin}/dashboard`);
  await settled(page);
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Claim a card' }).first().click();
  await broken().waitFor();
  expect(documents).toBe(1);
});

test('where not even the texts come, the page says so and can be asked for again', async () => {
  await takeAway('en-common');
  await page.goto(`${demo.product.origin}/dashboard`);
  await page.getByRole('heading', { level: 1, name: 'The page could not be opened' }).waitFor();
  expect(documents).toBe(2);
  await page.unroute('**/assets/en-common-*.js');
  await page.getByRole('link', { name: 'Try again' }).click();
  await page.getByRole('heading', { level: 1, name: 'Your Pages' }).waitFor();
});
