import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chunkAddress } from '../src/chunk-address.ts';
import { type DemoInBrowser, openSharedDemo } from '../src/demo-in-browser.ts';
import { holdBack, openLook, openSessions, settled, type Visitor } from '../src/screens.ts';

const HOUR = 60 * 60 * 1000;
const ROW = 44;

let demo: DemoInBrowser;
beforeAll(async () => {
  const shared = await openSharedDemo();
  // Sessions of its own, because a test ends one.
  demo = { ...shared, sessions: await openSessions(shared.product.origin) };
});
afterAll(() => demo.close());

/** Opens a browser in which the answer of `/api/auth/me` contains an announcement. */
async function open(visitor: Visitor): Promise<BrowserContext> {
  const context = await openLook(demo.browser, { language: 'fr', theme: 'light', width: 360 }, demo.sessions[visitor]);
  const announcement = {
    ...{ id: 'a1', version: 1, audience: 'EVERYBODY', level: 'IMPORTANT' },
    texts: ['fr', 'en'].map((language) => ({ language, text: 'Maintenance '.repeat(20) })),
    from: new Date(Date.now() - HOUR).toISOString(),
    end: new Date(Date.now() + HOUR).toISOString(),
  };
  await context.route('**/api/auth/me', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), announcements: [announcement] } });
  });
  return context;
}

const top = (page: Page) => page.locator('.header').evaluate((header) => header.getBoundingClientRect().top);
const banner = (page: Page) => page.getByRole('status').filter({ hasText: 'Maintenance' });

test('an announcement moves nothing when it arrives, and has a place before the next first paint', async () => {
  const context = await open('driver');
  const page = await context.newPage();
  await page.goto(`${demo.product.origin}/dashboard`);
  await banner(page).waitFor();
  expect(await top(page)).toBe(0);

  const letGo = await holdBack(page, `**${chunkAddress('start')}`);
  await page.goto(`${demo.product.origin}/account`);
  expect(await top(page)).toBe(ROW);
  letGo();
  await banner(page).waitFor();
  await settled(page);
  expect(await top(page)).toBe(ROW);

  await page.getByRole('button', { name: 'Toute l’annonce' }).click();
  await expect.poll(() => top(page)).toBeGreaterThan(ROW);
  await page.getByRole('button', { name: 'Masquer l’annonce' }).click();
  expect(await top(page)).toBe(0);
  await page.goto(`${demo.product.origin}/dashboard`);
  await settled(page);
  expect(await banner(page).count()).toBe(0);
  expect(await top(page)).toBe(0);
  await context.close();
});

test('an announcement is on no public page, and on no screen of a guest', async () => {
  const context = await open('driver');
  const page = await context.newPage();
  await page.goto(`${demo.product.origin}/dashboard`);
  await banner(page).waitFor();
  await page.goto(`${demo.product.origin}/d/demo-berline`);
  await page.waitForLoadState('networkidle');
  expect(await page.getByText('Maintenance').count()).toBe(0);
  await page.goto(`${demo.product.origin}/account`);
  await banner(page).waitFor();
  await page.getByRole('button', { name: /^Compte de/ }).click();
  await page.getByText('Se déconnecter').first().click();
  await page.waitForURL(`${demo.product.origin}/`);
  await settled(page);
  expect(await page.getByText('Maintenance').count()).toBe(0);
  expect(await top(page)).toBe(0);
  await context.close();
});
