import type { Browser, Dialog, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, createPage, logIn, type Person, SUPERADMIN, SUPERADMIN_SETTINGS, signUp } from '../src/api.ts';
import { openBrowser } from '../src/browser.ts';
import { type Product, startProduct, type TemporaryDirectory, temporaryDirectory } from '../src/product.ts';
import { openLook, settled } from '../src/screens.ts';

/** Enough rows for dozens of blocks; the bench uses 100,000. */
const BULKS = 3;
const MADE = BULKS * 1_000;

let directory: TemporaryDirectory;
let product: Product;
let browser: Browser;
let owner: Person;
let ownPage: string;
let token: string;
let page: Page;

beforeAll(async () => {
  directory = await temporaryDirectory();
  product = await startProduct(directory.path, SUPERADMIN_SETTINGS);
  browser = await openBrowser();
  token = await logIn(product.origin, SUPERADMIN);
  owner = await signUp(product.origin);
  ownPage = await createPage(product.origin, owner.token, 'Élégance Berline');
  for (let bulk = 0; bulk < BULKS; bulk += 1) {
    const input = { quantity: 1_000, prefixNote: `Salon ${bulk}` };
    expect((await call(product.origin, 'POST', '/api/admin/pages/bulk', input, { token })).status).toBe(201);
  }
  const { body } = await call(product.origin, 'GET', '/api/auth/me', undefined, { token });
  const session = JSON.stringify({ token, user: body.user });
  const context = await openLook(browser, { language: 'en', theme: 'light', width: 1280 }, session);
  page = await context.newPage();
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await directory?.remove();
});

const rows = () => page.locator('[data-row]');
const row = (index: number) => page.locator(`[data-row="${index}"]`);
const open = async (search = '') => {
  await page.goto(`${product.origin}/admin${search}`);
  await settled(page);
  await rows().first().waitFor();
};
/** Chooses an entry of the menu of the first row. */
const choose = async (entry: string) => {
  await row(0)
    .getByRole('button', { name: /^Actions of/ })
    .click();
  await page.locator('.menu').getByText(entry).click();
};
const answerDialog = (how: (dialog: Dialog) => Promise<void>) =>
  new Promise<string>((resolve) => {
    page.once('dialog', (dialog) => {
      resolve(dialog.message());
      void how(dialog);
    });
  });

test('the keyboard reaches the whole list, while the page never contains more than 200 rows', async () => {
  await open();
  expect(await page.getByRole('grid').getAttribute('aria-rowcount')).toBe(String(MADE + 2));
  expect((await row(0).boundingBox())?.y).toBeLessThanOrEqual(250);
  const most: number[] = [await rows().count()];
  await row(0).focus();
  for (const key of ['ArrowDown', 'PageDown', 'PageDown', 'PageDown', 'PageDown']) {
    await page.keyboard.press(key);
    most.push(await rows().count());
  }
  await expect
    .poll(() => page.evaluate(() => Number((document.activeElement as HTMLElement).dataset.row)))
    .toBeGreaterThan(20);
  await page.keyboard.press('End');
  // The oldest page in the list.
  await expect.poll(() => row(MADE).textContent()).toContain('Élégance Berline');
  most.push(await rows().count());
  await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLElement)?.dataset.row)).toBe(String(MADE));
  for (const control of ['Select', 'State of', 'Actions of']) {
    await page.keyboard.press('Tab');
    const label = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    expect(label).toBe(`${control} Élégance Berline`);
  }
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Edit');
  await page.keyboard.press('Escape');
  for (const _ of ['Actions of', 'State of', 'Select']) await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Home');
  await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLElement)?.dataset.row)).toBe('0');
  expect(Math.max(...most)).toBeLessThanOrEqual(200);
  expect(await row(0).evaluate((element) => element.getBoundingClientRect().height)).toBe(52);
});

test('a search ignores case and accents in names and owners, and works from the URL, too', async () => {
  await open();
  await page.getByRole('searchbox').fill('ELEGANCE');
  await expect.poll(() => rows().count()).toBe(1);
  expect(new URL(page.url()).searchParams.get('search')).toBe('ELEGANCE');
  expect(await page.getByRole('grid').getAttribute('aria-rowcount')).toBe('2');
  await open(`?search=${encodeURIComponent(owner.email.toUpperCase())}&claimed=CLAIMED`);
  await expect.poll(() => row(0).textContent()).toContain(ownPage);
  expect(await page.getByRole('combobox', { name: 'Filter by owner' }).inputValue()).toBe('CLAIMED');
});

test('a page with a changed id is listed under it, and its old address redirects to it', async () => {
  await open('?search=elegance');
  await row(0).getByText(owner.email).click();
  const panel = page.getByRole('dialog');
  await panel.getByLabel('New ID').fill('new');
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => panel.getByLabel('New ID').getAttribute('aria-invalid')).toBe('true');
  await panel.getByLabel('New ID').fill('gare-du-nord');
  await panel.getByRole('button', { name: 'Save' }).click();
  await panel.waitFor({ state: 'detached' });
  await expect.poll(() => row(0).locator('code').textContent()).toBe('gare-du-nord');
  const shown = async () => (await call(product.origin, 'GET', '/api/public/pages/gare-du-nord')).status;
  await expect.poll(shown).toBe(200);
  const answer = await call(product.origin, 'GET', `/api/public/pages/${ownPage}`);
  expect(answer.body).toMatchObject({ displayName: 'Élégance Berline', claimed: true });
});

test('a page is taken from its owner only after a confirmation', async () => {
  await open('?search=elegance');
  const select = row(0).getByRole('combobox');
  const question = page.getByRole('alertdialog');
  await select.selectOption('UNCLAIMED');
  expect(await question.textContent()).toContain('Take “Élégance Berline” away from its owner?');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  expect(await select.inputValue()).toBe('ACTIVE');
  await select.selectOption('UNCLAIMED');
  await question.getByRole('button', { name: 'Take the page away' }).click();
  await expect.poll(() => row(0).textContent()).toContain('No owner');
  const mine = async () =>
    (await call(product.origin, 'GET', '/api/pages/mine', undefined, { token: owner.token })).body.pages;
  // The list changes before the server has answered.
  await expect.poll(mine).toEqual([]);
});

test('everything that a search finds is changed at once, without one page, and the change is undone', async () => {
  const inState = async (state: string) => {
    const { body } = await call(product.origin, 'GET', `/api/admin/pages?limit=1&state=${state}`, undefined, { token });
    return body.total;
  };
  const before = await inState('UNCLAIMED');
  await open('?search=Salon%201%20');
  await row(0).getByRole('checkbox').click();
  await page.getByRole('button', { name: /^Select all 1,000 pages/ }).click();
  await row(2).focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Change…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('What to do?').selectOption('INACTIVE');
  await dialog.getByRole('button', { name: 'Change 999 pages' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make inactive' }).click();
  const undo = page.getByRole('button', { name: 'Undo' });
  await undo.waitFor();
  // On a busy machine the list follows a little later than the answer.
  const states = async () => [await inState('INACTIVE'), await inState('UNCLAIMED')];
  await expect.poll(states).toEqual([999, before - 999]);
  await undo.click();
  await page.getByText('Undone.').waitFor();
  await expect.poll(states).toEqual([0, before]);
  expect(await row(0).getByRole('checkbox').isChecked()).toBe(false);
});

test('the bar of a selection moves no row, and is one line on a phone', async () => {
  await open();
  const top = (await row(0).boundingBox())?.y;
  await row(0).getByRole('checkbox').click();
  const bar = page.locator('.selection-bar');
  await bar.getByRole('button', { name: /^Select all/ }).waitFor();
  expect((await row(0).boundingBox())?.y).toBe(top);
  const { y = 0, height = 0 } = (await bar.boundingBox()) ?? {};
  expect(y + height).toBeLessThanOrEqual(740);
  await page.setViewportSize({ width: 360, height: 740 });
  try {
    const more = bar.getByRole('button', { name: 'More actions' });
    await more.waitFor();
    expect((await bar.boundingBox())?.height).toBeLessThanOrEqual(64);
    await more.click();
    await page.getByRole('button', { name: 'Clear the selection' }).click();
    await bar.waitFor({ state: 'detached' });
  } finally {
    await page.setViewportSize({ width: 1280, height: 740 });
  }
});

test('a page is deleted permanently when the server has answered', async () => {
  // Without an owner it has no name either.
  await open('?search=gare-du-nord');
  const question = answerDialog((dialog) => dialog.accept());
  await choose('Delete');
  expect(await question).toMatch(/^Delete “gare-du-nord” \(gare-du-nord\)\? This is irreversible/);
  await page.getByText('No page matches.').waitFor();
  const shown = async () => (await call(product.origin, 'GET', '/api/public/pages/gare-du-nord')).status;
  await expect.poll(shown).toBe(404);
});
