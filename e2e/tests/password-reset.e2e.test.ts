import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, signUp } from '../src/api.ts';
import { type DemoInBrowser, openSharedDemo } from '../src/demo-in-browser.ts';

const NEW_PASSWORD = 'an even longer password';

let demo: DemoInBrowser;
let product: DemoInBrowser['product'];
let context: BrowserContext;

beforeAll(async () => {
  // Only a demo has the mailbox.
  demo = await openSharedDemo();
  product = demo.product;
  context = await demo.browser.newContext({ viewport: { width: 360, height: 740 } });
  await context.addInitScript(() => localStorage.setItem('language', 'en'));
});

afterAll(() => demo.close());

/** Reloads the mailbox until it contains a message to this address, and opens it. */
async function openMessage(page: Page, to: string): Promise<void> {
  const message = page.getByRole('listitem').filter({ hasText: to }).getByRole('link');
  await expect
    .poll(async () => {
      await page.goto(`${product.origin}/dev/mailbox?lang=en`);
      return message.count();
    })
    .toBe(1);
  await message.click();
}

async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

test('a person requests a reset link, reads the message, chooses a new password and logs in with it', async () => {
  const person = await signUp(product.origin);
  const page = await context.newPage();
  await page.goto(`${product.origin}/login`);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.waitForURL('**/forgot-password');
  await page.getByLabel('Email address').fill(person.email);
  await page.getByRole('button', { name: 'Send me the link' }).click();
  await page.getByText('Check your inbox').waitFor();

  await openMessage(page, person.email);
  const link = await page.locator('a[href*="/reset-password?token="]').first().getAttribute('href');
  const token = new URL(link ?? '').searchParams.get('token') ?? '';
  expect(token).not.toBe('');
  await page.goto(link ?? '');
  await page.getByLabel('New password').waitFor();
  await expect.poll(() => page.url()).toMatch(/\/reset-password$/);
  await page.reload();

  await page.getByLabel('New password').fill(NEW_PASSWORD);
  await page.getByLabel('Confirm password').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Save password' }).click();
  await page.getByText('Password changed').waitFor();
  await page.waitForURL('**/login');
  expect((await call(product.origin, 'GET', '/api/auth/me', undefined, { token: person.token })).status).toBe(401);

  await logIn(page, person.email, person.password);
  await page.getByText('Invalid email or password').waitFor();
  await logIn(page, person.email, NEW_PASSWORD);
  await page.waitForURL('**/dashboard');

  await page.goto(link ?? '');
  await page.getByLabel('New password').fill('a third password');
  await page.getByLabel('Confirm password').fill('a third password');
  await page.getByRole('button', { name: 'Save password' }).click();
  await page.getByText('Invalid or expired reset link').waitFor();
  await page.getByRole('link', { name: 'Request a new link' }).click();
  await page.waitForURL('**/forgot-password');
});
