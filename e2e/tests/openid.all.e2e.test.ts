import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTeamIssuer } from '../../scripts/servers/oidc-provider.ts';
import { openBrowser } from '../src/browser.ts';
import { type OpenedProduct, openProduct } from '../src/open-product.ts';

let provider: Awaited<ReturnType<typeof openTeamIssuer>>['provider'];
let product: OpenedProduct;
let browser: Browser;
/** Where links lead without a setting; the sign-in comes back there. */
let site: string;

beforeAll(async () => {
  const issuer = await openTeamIssuer();
  ({ provider } = issuer);
  product = await openProduct(issuer.settings);
  site = product.origin.replace('127.0.0.1', 'localhost');
  await provider.serve(site);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
  await provider?.stop();
});

async function openLogIn(): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  await context.addInitScript(() => localStorage.setItem('language', 'en'));
  const page = await context.newPage();
  await page.goto(`${site}/login`);
  return page;
}

test('an administrator signs in with the server of the team, until it ends the session', async () => {
  provider.people.set('ada', { email: 'ada@example.com', groups: ['admins'] });
  provider.next = 'ada';
  const page = await openLogIn();
  await page.getByRole('button', { name: 'Sign in with Team ID' }).click();
  await page.waitForURL('**/admin*');
  await provider.logOut('ada', provider.sids.at(-1));
  await page.reload();
  await page.waitForURL('**/login*');
});

test('a person without a role reads why, and may go on with a password', async () => {
  provider.people.set('eve', { email: 'eve@example.com', groups: ['everybody'] });
  provider.next = 'eve';
  const page = await openLogIn();
  await page.getByRole('button', { name: 'Sign in with Team ID' }).click();
  await expect.poll(() => page.getByRole('alert').textContent()).toContain('Team ID gives you no role');
  expect(new URL(page.url()).search).toBe('');
  await page.getByRole('link', { name: 'Use a password' }).click();
  await page.getByLabel('Email address').waitFor();
});
