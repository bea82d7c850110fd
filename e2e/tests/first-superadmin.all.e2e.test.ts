import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { barriersOf } from '../src/barriers.ts';
import { openBrowser } from '../src/browser.ts';
import { type Product, startProduct, type TemporaryDirectory, temporaryDirectory } from '../src/product.ts';
import { settled } from '../src/screens.ts';

const LINK = /http:\/\/localhost:\d+\/signup\?token=[\w-]+/;

let directory: TemporaryDirectory;
let product: Product;
let browser: Browser;
beforeAll(async () => {
  directory = await temporaryDirectory();
  [product, browser] = await Promise.all([startProduct(directory.path, {}), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await directory?.remove();
});

const printed = () => product.output().find((line) => LINK.test(line)) ?? '';
/** Whether the landing page leads there, as this machine gets it or as somebody behind a proxy does. */
const landingLeads = async (headers: Record<string, string> = {}) =>
  (await (await fetch(product.origin, { headers })).text()).includes('/signup?token=');

test('an empty product leads its operator, and nobody else, to the first SUPERADMIN', async () => {
  await expect.poll(printed).toContain('Nobody administers Volant yet');
  expect(await landingLeads()).toBe(true);
  expect(await landingLeads({ 'x-forwarded-for': '192.0.2.7' })).toBe(false);

  const context = await browser.newContext({ locale: 'en', viewport: { width: 360, height: 740 } });
  await context.addInitScript(() => localStorage.setItem('language', 'en'));
  const page = await context.newPage();
  await page.goto(product.origin);
  await settled(page);
  await page.getByText('Nobody administers this Volant yet.').waitFor();
  expect(await barriersOf(page)).toEqual([]);
  await page.getByRole('link', { name: 'Create the administrator’s account' }).click();
  await page.waitForURL('**/signup');
  await page.getByText('The first account administers Volant').waitFor();
  await page.getByLabel('Email address').fill('first@example.com');
  await page.getByLabel('Username').fill('first');
  await page.getByLabel('Password', { exact: true }).fill('a long enough password');
  await page.getByLabel('Confirm password').fill('a long enough password');
  await page.getByRole('button', { name: 'Create my account' }).click();
  await page.waitForURL('**/admin');
  await page.getByRole('tab', { name: 'Pages' }).waitFor();

  // The link is good for one account, and the next start has none to give.
  const late = await (await browser.newContext()).newPage();
  await late.addInitScript(() => localStorage.setItem('language', 'en'));
  await late.goto(LINK.exec(printed())?.[0] ?? '');
  await late.getByLabel('Email address').fill('late@example.com');
  await late.getByLabel('Username').fill('late');
  await late.getByLabel('Password', { exact: true }).fill('a long enough password');
  await late.getByLabel('Confirm password').fill('a long enough password');
  await late.getByRole('button', { name: 'Create my account' }).click();
  await late.getByText('This link is no longer valid').waitFor();
  expect(await landingLeads()).toBe(false);
  await product.stop();
  product = await startProduct(directory.path, {});
  expect(printed()).toBe('');
});
