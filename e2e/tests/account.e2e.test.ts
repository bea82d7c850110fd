import { readFile } from 'node:fs/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { call, createPage, eventually, logIn, type Person, signUp, someAddress } from '../src/api.ts';
import { openBrowser } from '../src/browser.ts';
import { useSharedProduct } from '../src/shared-product.ts';

const product = useSharedProduct();
let browser: Browser;
let context: BrowserContext;

beforeAll(async () => {
  browser = await openBrowser();
});

afterAll(() => browser.close());

afterEach(() => context.close());

/** Opens a new driver's account page on a phone. */
async function openAccount(): Promise<{ page: Page; person: Person }> {
  const person = await signUp(product.origin);
  const { body } = await call(product.origin, 'GET', '/api/auth/me', undefined, { token: person.token });
  context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    extraHTTPHeaders: { 'x-forwarded-for': someAddress() },
    acceptDownloads: true,
  });
  await context.addInitScript(
    (session) => {
      localStorage.setItem('language', 'en');
      // Only once: later the client may change the session.
      if (sessionStorage.getItem('begun') === null) sessionStorage.setItem('session', session);
      sessionStorage.setItem('begun', 'yes');
    },
    JSON.stringify({ token: person.token, user: body.user }),
  );
  const page = await context.newPage();
  await page.goto(`${product.origin}/account`);
  await page.getByLabel('Username').waitFor();
  return { page, person };
}

const me = async (token: string) => (await call(product.origin, 'GET', '/api/auth/me', undefined, { token })).body.user;

test('the account page saves a name, a number and a picture without its GPS position, which shows in the header at once', async () => {
  const { page, person } = await openAccount();
  const picture = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#0f4c3a' } })
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 51/1 0/1' }, IFD0: { Model: 'SECRET-CAMERA' } })
    .jpeg()
    .toBuffer();
  await page.getByLabel(/^Choose a photo/).setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: picture });
  await page.locator('.picture-field img[src^="blob:"]').waitFor();
  await page.getByLabel('Username').fill(`${person.username}-2`);
  await page.getByLabel('Country code').selectOption('41');
  await page.getByLabel('Phone (optional)').fill('079 123 45 67');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Profile updated successfully').waitFor();

  const user = await me(person.token);
  expect(user).toMatchObject({ username: `${person.username}-2`, phone: '+41791234567' });
  expect(user.avatar).toMatch(/^\/uploads\//);
  const stored = Buffer.from(await (await fetch(product.origin + user.avatar)).arrayBuffer());
  expect((await sharp(stored).metadata()).exif).toBeUndefined();
  expect(stored.includes('SECRET-CAMERA')).toBe(false);
  await page.locator(`.user-button img[src="${user.avatar}"]`).waitFor();
  await page.getByRole('button', { name: `${person.username}-2’s account` }).click();
  await page.locator('.menu').getByRole('link', { name: 'Account settings' }).waitFor();
});

test("the server refuses a text with a picture's file type", async () => {
  const { page } = await openAccount();
  await page.getByLabel(/^Choose a photo/).setInputFiles({
    name: 'me.png',
    mimeType: 'image/png',
    buffer: Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.from('Hello.')]),
  });
  // The initial stands in for a picture that cannot be shown.
  await page.locator('.picture-field span.avatar').waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  // Once beside the picture, once as the error of the form.
  const words = 'Please select a PNG, JPG, or JPEG image. This file is not one, or it is damaged.';
  await page.locator('.picture-field').getByText(words).waitFor();
});

test('a new password ends the other sessions and keeps this one', async () => {
  const { page, person } = await openAccount();
  const elsewhere = await logIn(product.origin, { email: person.email, password: person.password });
  await page.getByText('Change password').click();
  await page.getByLabel('Current password').fill(person.password);
  await page.getByLabel('New password').fill('a quite different one');
  await page.getByLabel('Confirm password').fill('a quite different one');
  await page.getByRole('button', { name: 'Update password' }).click();
  await page.getByText('Password updated successfully').waitFor();
  expect(await me(person.token)).toMatchObject({ id: person.id });
  expect(await me(elsewhere)).toBeUndefined();
});

test('a person downloads all their data as a file, then deletes the account, which releases its pages', async () => {
  const { page, person } = await openAccount();
  const id = await createPage(product.origin, person.token, 'Berline');
  const downloaded = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export my data' }).click();
  const data = JSON.parse(await readFile(await (await downloaded).path(), 'utf8'));
  expect(data.account).toMatchObject({ id: person.id, email: person.email });
  expect(data.pages).toMatchObject([{ id, profile: { name: 'Berline' }, analytics: { summary: { views: 0 } } }]);

  await page.getByRole('button', { name: 'Delete my account…' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByLabel('Current password').fill('not my password');
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await dialog.getByText('The current password is not correct.').first().waitFor();
  await dialog.getByLabel('Current password').fill(person.password);
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await page.waitForURL('**/account-deleted');
  await page.getByRole('heading', { level: 1, name: 'Your account is deleted' }).waitFor();
  expect(await page.evaluate(() => sessionStorage.getItem('session'))).toBeNull();
  expect(await me(person.token)).toBeUndefined();
  const { body } = await eventually(
    () => call(product.origin, 'GET', `/api/public/pages/${id}`),
    ({ body }) => body.claimed === false,
  );
  expect(body.state).toBe('UNCLAIMED');
  await page.goto(`${product.origin}/account`);
  await page.waitForURL('**/login');
});
