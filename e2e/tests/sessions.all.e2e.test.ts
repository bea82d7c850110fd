import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  call,
  createPage,
  eventually,
  logIn as logInByCall,
  type Person,
  pageIsKnown,
  readReport,
  SUPERADMIN,
  signUp,
  someAddress,
} from '../src/api.ts';
import { openBrowser } from '../src/browser.ts';
import { useSharedProduct } from '../src/shared-product.ts';

const product = useSharedProduct();
let browser: Browser;
let context: BrowserContext;
let person: Person;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());
beforeEach(async () => {
  person = await signUp(product.origin);
  context = await browser.newContext({ locale: 'en', extraHTTPHeaders: { 'x-forwarded-for': someAddress() } });
  await context.addInitScript(() => {
    localStorage.language = 'en';
  });
});
afterEach(() => context.close());

async function openTab(path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(product.origin + path);
  return page;
}

async function logIn(who = person, remember = false): Promise<Page> {
  const page = await openTab('/login');
  await page.getByLabel('Email address').fill(who.email);
  await page.getByLabel('Password', { exact: true }).fill(who.password);
  if (remember) await page.getByLabel('Remember me').check();
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL('**/dashboard');
  return page;
}

const menuOf = (page: Page, { username } = person) => page.getByRole('button', { name: `${username}’s account` });

describe('a session that is not remembered', () => {
  test('is shared with the tab that the View button opens, so its visit counts as the owner’s', async () => {
    const id = await createPage(product.origin, person.token, 'Berline');
    await pageIsKnown(product.origin, id);
    const page = await logIn();
    const opened = context.waitForEvent('page');
    const recorded = context.waitForEvent('request', (request) => request.url().endsWith('/api/public/events'));
    await page.locator(`a[href="/d/${id}"][target="_blank"]`).first().click();
    await opened;
    expect((await recorded).headers().authorization).toMatch(/^Bearer /);
    const read = () => readReport(product.origin, person.token, id);
    expect((await eventually(read, ({ summary }) => summary.views === 1)).summary.views).toBe(1);
    const others = `/api/pages/${id}/analytics?own=exclude`;
    const { body } = await call(product.origin, 'GET', others, undefined, { token: person.token });
    expect(body.summary.views).toBe(0);
  });

  test('extends to a new tab after the first one has closed, and a log-out ends it in all tabs', async () => {
    await (await logIn()).close();
    const [first, second] = [await openTab('/dashboard'), await openTab('/our-story')];
    await menuOf(second).waitFor();
    await menuOf(first).click();
    await first.locator('.menu').getByRole('button', { name: 'Log out' }).click();
    await second.getByRole('link', { name: 'Log in' }).first().waitFor();
    const third = await openTab('/dashboard');
    await third.waitForURL('**/login');
    expect(await context.cookies()).toEqual([]);
  });

  test('is replaced in all tabs when another person logs in', async () => {
    const first = await logIn();
    const other = await signUp(product.origin);
    await first.evaluate(() => localStorage.removeItem('session'));
    await logIn(other);
    await menuOf(first, other).waitFor();
  });

  test('ends with the browser, and its cookie is a mere marker that does not authenticate', async () => {
    const page = await logIn();
    expect(await context.cookies()).toMatchObject([
      { name: 'volant_browser', value: '1', expires: -1, path: '/', sameSite: 'Strict' },
    ]);
    const headers = { cookie: 'volant_browser=1' };
    expect((await call(product.origin, 'GET', '/api/auth/me', undefined, { headers })).status).toBe(401);
    await page.close();
    // A closing browser deletes its session cookies.
    await context.clearCookies();
    const again = await openTab('/dashboard');
    await again.waitForURL('**/login');
    expect(await again.evaluate(() => localStorage.getItem('session'))).toBeNull();
  });
});

test('a remembered session outlives the browser and sets no cookie', async () => {
  await (await logIn(person, true)).close();
  expect(await context.cookies()).toEqual([]);
  await menuOf(await openTab('/our-story')).waitFor();
});

describe('a session that the server has ended', () => {
  const over = (page: Page) => page.getByText('Your session has ended.').waitFor();

  async function endSession(): Promise<Page> {
    const page = await logIn();
    const token = await page.evaluate(() => JSON.parse(localStorage.session).token);
    await call(product.origin, 'POST', '/api/auth/logout', undefined, { token });
    return page;
  }

  test('leads from a guarded screen to the log-in', async () => {
    const page = await endSession();
    await page.goto(`${product.origin}/dashboard`);
    await page.waitForURL('**/login');
    await over(page);
    expect(await page.evaluate(() => localStorage.getItem('session'))).toBeNull();
  });

  test.each(['/', '/our-story', '/contact', '/unsubscribe?token=x'])('leaves %s open', async (path) => {
    const page = await endSession();
    await page.goto(product.origin + path);
    await over(page);
    expect(new URL(page.url()).pathname).toBe(path.split('?')[0]);
    expect(await page.evaluate(() => localStorage.getItem('session'))).toBeNull();
  });

  test('leaves an unclaimed card open, which is claimed after the log-in', async () => {
    const token = await logInByCall(product.origin, SUPERADMIN);
    const { body } = await call(product.origin, 'POST', '/api/admin/pages/bulk', { quantity: 1 }, { token });
    const { id } = body.links[0];
    await eventually(
      () => call(product.origin, 'GET', `/api/public/pages/${id}`),
      ({ status }) => status === 200,
    );
    const page = await endSession();
    await page.goto(`${product.origin}/d/${id}`);
    await over(page);
    await page.getByRole('button', { name: 'I already have an account' }).click();
    await page.getByLabel('Email address').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL('**/dashboard');
    await page.getByRole('button', { name: 'Choose a photo' }).waitFor();
    const { body: mine } = await call(product.origin, 'GET', '/api/pages/mine', undefined, { token: person.token });
    expect(mine.pages.map((claimed: { id: string }) => claimed.id)).toContain(id);
  });

  test('leads to the log-in even if a proxy answers with HTML', async () => {
    const page = await logIn();
    await context.route('**/graphql', (route) =>
      route.fulfill({ status: 401, contentType: 'text/html', body: '<html><body>401' }),
    );
    await page.goto(`${product.origin}/account`);
    await page.waitForURL('**/login');
  });
});

describe('an answer lost after the server did the work', () => {
  /** Lets the server process the next such request, and drops its answer. */
  async function loseAnswer(path: string, operation?: string): Promise<void> {
    let lost = false;
    await context.route(path, async (route) => {
      const { operationName } = operation === undefined ? {} : (route.request().postDataJSON() ?? {});
      if (lost || operationName !== operation || route.request().method() !== 'POST') return route.fallback();
      lost = true;
      await route.fetch();
      await route.abort('connectionreset');
    });
  }

  test('to a sign-up: a second press opens the account and remembers it', async () => {
    const name = `lost-${Date.now()}`;
    await loseAnswer('**/api/auth/signup');
    const page = await openTab('/signup');
    await page.getByLabel('Email address').fill(`${name}@example.com`);
    await page.getByLabel('Username').fill(name);
    await page.getByLabel('Password', { exact: true }).fill('a password');
    await page.getByLabel('Confirm password').fill('a password');
    const send = page.getByRole('button', { name: 'Create my account' });
    await send.click();
    await page.getByText('The server didn’t respond').waitFor();
    await send.click();
    await page.waitForURL('**/dashboard');
    await page.close();
    await context.clearCookies();
    await openTab('/dashboard').then((tab) => menuOf(tab, { ...person, username: name }).waitFor());
  });

  test('to a new page: only one page is created', async () => {
    const page = await logIn();
    await loseAnswer('**/graphql', 'CreatePage');
    await page.goto(`${product.origin}/editor/new`);
    await page.getByLabel('Full name').fill('Camille');
    const save = page.getByRole('button', { name: 'Save', exact: true }).first();
    await save.click();
    await page.getByText('The server didn’t respond').waitFor();
    await save.click();
    await page.waitForURL((url) => url.pathname !== '/editor/new');
    const mine = await call(product.origin, 'GET', '/api/pages/mine', undefined, { token: person.token });
    expect(mine.body.pages).toHaveLength(1);
  });
});
