import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoInBrowser, openSharedDemo } from '../src/demo-in-browser.ts';
import { openLook } from '../src/screens.ts';

let demo: DemoInBrowser;

beforeAll(async () => {
  demo = await openSharedDemo();
});
afterAll(() => demo.close());

const PATHS = ['/d/demo-berline', '/d/demo-van', '/d/demo-taxi', '/terms-of-service', '/contact-info'];

test.each(PATHS)('%s prints dark ink on white in the dark theme, and untruncated values', async (path) => {
  const context = await openLook(demo.browser, { language: 'fr', theme: 'dark', width: 360 }, demo.sessions.guest);
  const page = await context.newPage();
  await page.goto(demo.product.origin + path);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const printed = await page.evaluate(() => {
    const brightness = (colour: string) => Math.max(...(colour.match(/\d+/g) ?? []).slice(0, 3).map(Number));
    const shown = [...document.querySelectorAll<HTMLElement>('main *')].filter((one) => one.checkVisibility());
    const withText = shown.filter((one) =>
      [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()),
    );
    const inSight = withText.filter((one) => one.getBoundingClientRect().width > 2);
    return {
      paper: getComputedStyle(document.documentElement).backgroundColor,
      pale: inSight.filter((one) => brightness(getComputedStyle(one).color) > 200).map((one) => one.className),
      cut: inSight
        .filter(
          (one) =>
            one.textContent?.endsWith('…') ||
            (one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflow === 'hidden'),
        )
        .map((one) => one.textContent),
    };
  });
  expect(printed).toEqual({ paper: 'rgb(255, 255, 255)', pale: [], cut: [] });
  await context.close();
});
