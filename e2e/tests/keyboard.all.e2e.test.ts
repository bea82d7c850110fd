import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '../src/api.ts';
import { type DemoInBrowser, openDemo } from '../src/demo-in-browser.ts';
import { focused, tabTo } from '../src/keyboard.ts';
import { holdBack, openLook, settled, type Visitor } from '../src/screens.ts';

let demo: DemoInBrowser;

beforeAll(async () => {
  demo = await openDemo();
});
afterAll(() => demo.close());

async function newPage(session: string): Promise<Page> {
  const context = await openLook(demo.browser, { language: 'en', theme: 'light', width: 1280 }, session);
  return context.newPage();
}

async function open(path: string, visitor: Visitor): Promise<Page> {
  const page = await newPage(demo.sessions[visitor]);
  await page.goto(demo.product.origin + path);
  await settled(page);
  return page;
}

/** Waits until a new screen and its data have loaded; then its title has the focus. */
async function arrivedAt(page: Page, path: string | RegExp, title: string): Promise<void> {
  await page.waitForURL((url) => (typeof path === 'string' ? url.pathname === path : path.test(url.pathname)));
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  await expect.poll(async () => (await focused(page)).kind).toBe('H1');
  await settled(page);
}

async function type(page: Page, field: string | RegExp, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

test('a driver signs up, claims a card, fills in its page and views it, by keyboard alone', async () => {
  const page = await open('/signup', 'guest');
  await type(page, /^Email address/, 'nadia.keys@example.com');
  await type(page, /^Username/, 'Nadia');
  await type(page, /^Password/, 'secret-keys');
  await type(page, /^Confirm password/, 'secret-keys');
  await page.keyboard.press('Enter');
  await arrivedAt(page, '/dashboard', 'Your card in three steps');

  await tabTo(page, /^Claim it first/);
  await page.keyboard.press('Enter');
  await arrivedAt(page, '/claim', 'Claim a card');
  await type(page, /^Page ID/, 'demo-libre-1');
  await page.keyboard.press('Enter');
  await arrivedAt(page, '/editor/demo-libre-1', 'Your card in three steps');

  await tabTo(page, 'Skip this step');
  await page.keyboard.press('Enter');
  await page.getByText('Step 2 of 3').waitFor();
  await page.keyboard.type('Nadia Demo');
  await page.keyboard.press('Enter');
  await page.getByText('Step 3 of 3').waitFor();
  await page.keyboard.type('0639980009');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Show it to somebody' }).waitFor();
  await tabTo(page, 'Show full screen');
  await page.keyboard.press('Enter');
  await page.getByRole('img', { name: 'QR code of Nadia Demo' }).last().waitFor();
  await page.keyboard.press('Escape');
  await tabTo(page, /^View/);
  const [shown] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('Enter')]);
  await shown.getByRole('heading', { level: 1, name: 'Nadia Demo' }).waitFor();
  await page.context().close();
});

test("an administrator changes a page's id, by keyboard alone", async () => {
  const page = await open('/admin', 'admin');
  await type(page, /^Search ID, name, owner or email/, 'van');
  await page.getByText('demo-taxi').waitFor({ state: 'detached' });
  await tabTo(page, /^Van Démo/);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await type(page, /^New ID/, 'van-by-keyboard');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByText('van-by-keyboard').first().waitFor();
  // Back at the same row of the list.
  await expect.poll(async () => (await focused(page)).name).toContain('van-by-keyboard');
  await page.context().close();
});

test('a support agent claims a message and closes it, by keyboard alone', async () => {
  const sent = await call(demo.product.origin, 'POST', '/api/support/contact', {
    name: 'Awa',
    email: 'awa@example.com',
    subject: 'Keys of a car',
    message: 'I left my keys in a car this morning.',
  });
  expect(sent.status).toBe(200);
  const page = await open('/support', 'support');
  await tabTo(page, /Keys of a car/);
  await page.keyboard.press('Enter');
  await tabTo(page, 'Handle');
  await page.keyboard.press('Enter');
  await page.getByText('You are handling this message').first().waitFor();
  await tabTo(page, /^Status/);
  await page.keyboard.press('R');
  const inbox = async () => {
    const { token } = JSON.parse(demo.sessions.support);
    const { body } = await call(demo.product.origin, 'GET', '/api/support/inbox', undefined, { token });
    return body.messages.find((one: { subject: string }) => one.subject === 'Keys of a car')?.status;
  };
  await expect.poll(inbox).toBe('RESOLVED');
  await page.context().close();
});

test('elements that can be focused while a screen loads are still there when its data has loaded', async () => {
  const { status, body } = await call(demo.product.origin, 'POST', '/api/auth/signup', {
    email: 'new@example.com',
    username: 'New here',
    password: 'secret-keys',
  });
  expect(status).toBe(200);
  const newDriver = JSON.stringify({ token: body.token, user: body.user });
  const { driver, support, admin } = demo.sessions;
  const screens = [
    ['/dashboard', newDriver],
    ['/dashboard', driver],
    ['/account', driver],
    ['/editor/demo-berline', driver],
    ['/support', support],
    ['/admin', admin],
    ['/admin?tab=users', admin],
    ['/admin?tab=analytics', admin],
  ] as const;
  for (const [path, session] of screens) {
    const page = await newPage(session);
    const release = await holdBack(page, '**/graphql');
    const request = page.waitForRequest('**/graphql');
    await page.goto(demo.product.origin + path);
    await request;
    // The former shell is inert and cannot have the focus.
    await page.locator('#root:not([inert]) h1').first().waitFor();
    const focusable = await page.evaluateHandle(() =>
      [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea')].filter(
        (element) => element.tabIndex >= 0 && element.checkVisibility({ visibilityProperty: true }),
      ),
    );
    release();
    await settled(page);
    const gone = await focusable.evaluate((elements) =>
      elements.filter((element) => !element.isConnected).map(({ textContent }) => textContent),
    );
    expect({ path, gone }).toEqual({ path, gone: [] });
    await page.context().close();
  }
});
