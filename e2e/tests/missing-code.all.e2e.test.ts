import type { BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { chunkAddress } from '../src/chunk-address.ts';
import { type DemoInBrowser, openSharedDemo } from '../src/demo-in-browser.ts';
import { holdBack, type Look, openLook, settled, type Visitor } from '../src/screens.ts';

const LOOK: Look = { language: 'en', theme: 'light', width: 1280 };

let demo: DemoInBrowser;
let context: BrowserContext;
let page: Page;
/** Documents loaded since the test began. */
let documents: number;

beforeAll(async () => {
  demo = await openSharedDemo();
});
afterAll(() => demo.close());
beforeEach(async () => {
  context = await openLook(demo.browser, LOOK, demo.sessions.driver);
  await openPage();
});
afterEach(() => context.close());

async function openPage(): Promise<void> {
  page = await context.newPage();
  documents = 0;
  page.on('request', (request) => {
    if (request.resourceType() === 'document') documents += 1;
  });
}

/** The camera's button appears only if the browser supports reading codes. */
async function pretendToReadCodes(of: BrowserContext): Promise<void> {
  await of.addInitScript(() => {
    Object.assign(window, { BarcodeDetector: class {} });
  });
}

/** Makes the chunk's file missing, as after a deploy, until this many documents have been loaded. */
async function takeAway(name: string, until = Number.POSITIVE_INFINITY): Promise<void> {
  // Keep one route until the end of the test: removing it may hang a pending request.
  await page.route(`**${chunkAddress(name)}`, (route) =>
    documents < until ? route.fulfill({ status: 404, body: 'not found' }) : route.continue(),
  );
}

const broken = () => page.getByRole('heading', { level: 1, name: 'This screen could not be shown' });

test('a screen whose code is missing reloads the page', async () => {
  await page.goto(`${demo.product.origin}/dashboard`);
  await settled(page);
  await takeAway('editor-page', 2);
  await page.getByRole('link', { name: /^Edit/ }).click();
  await page.getByLabel('Full name').waitFor();
  expect(new URL(page.url()).pathname).toBe('/editor/demo-berline');
  expect(documents).toBe(2);
});

test('a screen whose code stays missing reloads the page once, then shows an error with a link home', async () => {
  await page.goto(`${demo.product.origin}/dashboard`);
  await settled(page);
  await takeAway('editor-page');
  await page.getByRole('link', { name: /^Edit/ }).click();
  await broken().waitFor();
  await page.waitForLoadState('networkidle');
  expect(documents).toBe(2);
  await page.getByRole('link', { name: 'Go home' }).click();
  await page.waitForURL(`${demo.product.origin}/`);
  await settled(page);
  expect(await broken().count()).toBe(0);
});

test('the first screen, if its code stays missing, reloads the page once, then shows an error with a link home', async () => {
  await context.close();
  context = await openLook(demo.browser, LOOK, demo.sessions.guest);
  await openPage();
  await takeAway('login-page');
  await page.goto(`${demo.product.origin}/login`);
  await broken().waitFor();
  expect(documents).toBe(2);
  await page.getByRole('link', { name: 'Go home' }).click();
  await page.waitForURL(`${demo.product.origin}/`);
});

test('unsaved edits are still in the editor after the page has reloaded', async () => {
  await page.goto(`${demo.product.origin}/editor/demo-berline`);
  await settled(page);
  await page.getByLabel('Full name').fill('Typed before the deploy');
  await takeAway('editor-page', 3);
  await page.reload();
  await expect.poll(() => page.getByLabel('Full name').inputValue()).toBe('Typed before the deploy');
  // One for the visit, one for the manual reload, one for the automatic reload.
  expect(documents).toBe(3);
});

interface Part {
  /** Name of the chunk. */
  readonly file: string;
  readonly path: string;
  readonly visitor?: Visitor;
  /** Label of a field to fill in before. */
  readonly field?: string;
  /** Buttons that open the part, if it does not show by itself. */
  readonly open?: readonly (string | RegExp)[];
  readonly shows: (screen: Page) => Locator;
}

const dialog = (screen: Page) => screen.locator('[role=dialog], [role=alertdialog]');

const PARTS: readonly Part[] = [
  { file: 'scan-dialog', path: '/claim', field: 'Page ID', open: ['Scan the QR code'], shows: dialog },
  {
    file: 'pickers',
    path: '/editor/demo-berline',
    field: 'Full name',
    open: ['Add an item'],
    shows: (screen) => screen.getByRole('button', { name: /^Colour/ }),
  },
  {
    file: 'preview-screen',
    path: '/editor/demo-berline',
    field: 'Full name',
    shows: (screen) => screen.locator('.preview .pp'),
  },
  { file: 'delete-dialog', path: '/account', field: 'Username', open: [/^Delete my account/], shows: dialog },
  { file: 'analytics-modal', path: '/dashboard', open: [/^Analytics/], shows: dialog },
  { file: 'share-dialog', path: '/dashboard', open: [/^Share/], shows: dialog },
  {
    file: 'daily-bars',
    path: '/dashboard',
    open: [/^Analytics/],
    shows: (screen) => screen.locator('.recharts-surface').first(),
  },
  {
    file: 'creation-tab',
    path: '/admin?tab=bulk',
    visitor: 'admin',
    shows: (screen) => screen.getByLabel('How many pages'),
  },
  {
    file: 'edit-panel',
    path: '/admin',
    visitor: 'admin',
    field: 'Search ID, name, owner or email',
    open: [/^Actions of/, /^Edit$/],
    shows: dialog,
  },
  {
    file: 'figures-dialog',
    path: '/admin',
    visitor: 'admin',
    field: 'Search ID, name, owner or email',
    open: [/^Actions of/, /^Analytics$/],
    shows: dialog,
  },
];

test.each(PARTS)(
  '$file shows an error in its place and leaves the rest of the screen usable if its code is missing',
  async (part) => {
    const { file, path, visitor = 'driver', field, open = [], shows } = part;
    await context.close();
    context = await openLook(demo.browser, LOOK, demo.sessions[visitor]);
    await pretendToReadCodes(context);
    await openPage();
    await takeAway(file, 2);
    const press = async () => {
      for (const name of open) await page.getByRole('main').getByRole('button', { name }).first().click();
    };
    const typed = () => page.getByLabel(field ?? '', { exact: true }).inputValue();
    await page.goto(`${demo.product.origin}${path}`);
    await page.locator('h1').first().waitFor();
    if (field !== undefined) await page.getByLabel(field, { exact: true }).fill('demo');
    await press();
    const notice = page.getByRole('alert').filter({ hasText: 'This part of the screen could not be loaded' });
    await notice.waitFor();
    expect(documents).toBe(1);
    if (field !== undefined) expect(await typed()).toBe('demo');
    // This browser retries a failed module only after a reload, which keeps the typed text.
    await notice.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => documents).toBe(2);
    await page.locator('h1').first().waitFor();
    if (field !== undefined) await expect.poll(typed).toBe('demo');
    await press();
    await shows(page).waitFor();
  },
);

test('the error of a dialog is seen under its card, again after another press', async () => {
  await page.setViewportSize({ width: 360, height: 400 });
  await page.goto(`${demo.product.origin}/dashboard`);
  await settled(page);
  await takeAway('analytics-modal');
  const card = page.locator('.dashboard__list > li').last();
  const notice = card.getByRole('alert');
  const isSeen = () =>
    notice.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      // The browser scrolls by whole pixels.
      return top > -1 && bottom < innerHeight + 1;
    });
  for (const _ of ['first press', 'second press']) {
    await card.getByRole('button', { name: /^Analytics/ }).click();
    await notice.waitFor();
    await expect.poll(isSeen).toBe(true);
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await expect.poll(isSeen).toBe(false);
  }
});

test('the page does not reload if the server does not answer either', async () => {
  await page.goto(`${demo.product.origin}/dashboard`);
  await settled(page);
  await context.setOffline(true);
  await page.getByRole('link', { name: /^Edit/ }).click();
  await broken().waitFor();
  expect(documents).toBe(1);
});

test('the page shows an error with a retry if not even its texts load', async () => {
  await takeAway('common.en', 3);
  await page.goto(`${demo.product.origin}/dashboard`);
  await page.getByRole('heading', { level: 1, name: 'The page could not be opened' }).waitFor();
  expect(documents).toBe(2);
  await page.getByRole('link', { name: 'Try again' }).click();
  await page.getByRole('heading', { level: 1, name: 'Your Pages' }).waitFor();
});

test("the error stays when the other language's version of the page loads later", async () => {
  await takeAway('common.en');
  const letCome = await holdBack(page, '**/dashboard?lang=en', () => documents > 1);
  await page.goto(`${demo.product.origin}/dashboard`);
  const heading = page.getByRole('heading', { level: 1, name: 'The page could not be opened' });
  await heading.waitFor();
  const late = page.waitForResponse((response) => response.url().endsWith('?lang=en'));
  letCome();
  await (await late).finished();
  await page.waitForLoadState('networkidle');
  expect(await heading.isVisible()).toBe(true);
});
