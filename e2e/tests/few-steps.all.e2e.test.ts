import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, createPage, signUp } from '../src/api.ts';
import { type DemoInBrowser, openDemo } from '../src/demo-in-browser.ts';
import { openLook, settled } from '../src/screens.ts';

/** Presses and fields from the administration to the print files of an order. */
const MOST_STEPS = 5;

let demo: DemoInBrowser;

beforeAll(async () => {
  demo = await openDemo();
});
afterAll(() => demo.close());

test.each([360, 1280])('fifty ordered cards are print files after five steps, at %s px', async (width) => {
  const look = { language: 'en', theme: 'light', width } as const;
  const context = await openLook(demo.browser, look, demo.sessions.admin);
  const page = await context.newPage();
  await page.goto(`${demo.product.origin}/admin`);
  await settled(page);
  let steps = 0;
  const press = async (control: Locator) => {
    steps += 1;
    await control.click();
  };
  await press(page.getByRole('tab', { name: 'Bulk create' }));
  await page.getByLabel('How many pages').fill('50');
  steps += 1;
  await press(page.getByRole('button', { name: 'Create 50 pages' }));
  await press(page.getByRole('button', { name: /^Print/ }));
  // The workbook of their links has been downloaded by itself.
  const file = page.waitForEvent('download', (download) => download.suggestedFilename().endsWith('.pdf'));
  await press(page.getByRole('dialog').getByRole('button', { name: 'Make the file' }));
  await file;
  expect(steps).toBeLessThanOrEqual(MOST_STEPS);
  await context.close();
});

test.each([1, 3])('a driver with %i pages shows a code over the whole phone with one tap', async (pages) => {
  const { origin } = demo.product;
  const { token } = await signUp(origin);
  for (let made = 0; made < pages; made += 1) await createPage(origin, token, 'Berline Zoé');
  const { body } = await call(origin, 'GET', '/api/auth/me', undefined, { token });
  const look = { language: 'en', theme: 'light', width: 360 } as const;
  const touch = { isMobile: true, hasTouch: true };
  const context = await openLook(demo.browser, look, JSON.stringify({ token, user: body.user }), touch);
  const page = await context.newPage();
  await page.goto(`${origin}/dashboard`);
  await settled(page);
  await page.getByRole('button', { name: 'Show full screen the code of Berline Zoé' }).first().tap();
  const code = page.locator('.show-card:popover-open').getByRole('img', { name: 'QR code of Berline Zoé' });
  const box = await code.boundingBox();
  expect(box?.width).toBeGreaterThanOrEqual(240);
  expect((box?.y ?? Number.NaN) + (box?.height ?? Number.NaN)).toBeLessThanOrEqual(740);
  await context.close();
});
