import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { barriersOf } from '../src/barriers.ts';
import { openBrowser } from '../src/browser.ts';
import { COMPONENT_SHOTS, type Gallery, startGallery, takeComponents } from '../src/pictures/components.ts';
import { difference, gridOf, keepDiffering, readReference, TOLERANCE } from '../src/pictures/references.ts';

let browser: Browser;
let gallery: Gallery;

beforeAll(async () => {
  browser = await openBrowser();
  gallery = await startGallery();
});
afterAll(async () => {
  gallery.stop();
  await browser.close();
});

test.each(COMPONENT_SHOTS)('$name match their reference, fit their window and have no barriers', async (shot) => {
  const page = await gallery.open(browser, shot);
  expect(await page.evaluate(() => document.documentElement.dir)).toBe(shot.dir);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(shot.width);
  expect(await barriersOf(page)).toEqual([]);
  const picture = await takeComponents(page);
  const differing = difference(await gridOf(picture), await readReference(shot.name));
  const seen = differing > TOLERANCE ? await keepDiffering(shot.name, picture) : '';
  expect(differing, `see ${seen}; "npm run screenshots -- references" takes it anew`).toBeLessThanOrEqual(TOLERANCE);
  await page.context().close();
});
