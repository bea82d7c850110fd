import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { languagesWith } from '../../proto/src/text/languages.ts';
import { barriersOf } from '../src/barriers.ts';
import { CARD_STATES, type CardStates, openCardStates } from '../src/card-states.ts';
import { casesOf } from '../src/cases.ts';
import { type DemoInBrowser, openSharedDemo } from '../src/demo-in-browser.ts';
import { describeScreens, keysShown } from '../src/describe-screens.ts';
import { illegibleParts } from '../src/legible.ts';
import { type Look, openLook, type Screen, settled, type Visitor } from '../src/screens.ts';
import { watchScreen } from '../src/watch-screen.ts';

let demo: DemoInBrowser;
let cards: CardStates;

beforeAll(async () => {
  demo = await openSharedDemo();
  cards = await openCardStates();
});
afterAll(async () => {
  await demo.close();
  await cards.close();
});

/** Besides that of screens.e2e.test.ts; the first has the other language, theme and width. */
const LOOKS: readonly Look[] = [
  { language: 'en', theme: 'dark', width: 1280 },
  { language: 'fr', theme: 'dark', width: 1280 },
  { language: 'en', theme: 'light', width: 360 },
];
for (const look of casesOf(LOOKS, (_, at) => at === 0)) describeScreens(look, () => demo);

const open = (look: Look, visitor: Visitor) => openLook(demo.browser, look, demo.sessions[visitor]);

test.each(['fr', 'en'])('the tabs of the administration are in view on the smallest phone, in %s', async (language) => {
  const context = await open({ language, theme: 'light', width: 320 }, 'admin');
  const page = await context.newPage();
  for (const path of ['/admin', '/admin?tab=announcements']) {
    await page.goto(demo.product.origin + path);
    await settled(page);
    const hidden = await page.getByRole('tablist').evaluate((list) => list.scrollWidth - list.clientWidth);
    expect({ path, hidden }).toEqual({ path, hidden: 0 });
  }
  await context.close();
});

/** The narrowest phone in each language and theme. */
const PHONES = languagesWith('page').flatMap((language): readonly Look[] => [
  { language, theme: 'light', width: 320 },
  { language, theme: 'dark', width: 320 },
]);
/** The longest words, and the other direction. */
const USUAL: Readonly<Record<string, string>> = { de: 'light', ar: 'dark' };
/** What a passenger sees; the demo's pages have one style each. */
const FOR_PASSENGERS: readonly Screen[] = [
  { path: '/d/demo-berline', visitor: 'guest' },
  { path: '/d/demo-van', visitor: 'guest' },
  { path: '/d/demo-taxi', visitor: 'guest' },
  { path: '/d/demo-libre-1', visitor: 'guest' },
  { path: '/d/nobodys-page', visitor: 'guest' },
  { path: '/report/demo-berline', visitor: 'guest' },
  { path: '/d/demo-libre-1', visitor: 'driver' },
];
/** What a new driver sees, in French and English. */
const FOR_NEW_DRIVERS: readonly Screen[] = [
  { path: '/login', visitor: 'guest' },
  { path: '/signup', visitor: 'guest' },
  { path: '/forgot-password', visitor: 'guest' },
  { path: '/handover?token=x', visitor: 'guest' },
  { path: '/claim', visitor: 'driver' },
];

describe.each(casesOf(PHONES, ({ language, theme }) => theme === USUAL[language]))(
  'to visitors, in $language, $theme',
  (look) => {
    /** Opens the address, does something there, and looks at it. */
    async function expectNoBarriers(address: string, visitor: Visitor, act: (page: Page) => Promise<void>) {
      const context = await open(look, visitor);
      const page = await context.newPage();
      const { complaints } = await watchScreen(page);
      await page.goto(address);
      await settled(page);
      expect(new URL(page.url()).pathname).toBe(new URL(address).pathname);
      const { lang, dir } = await page.evaluate(() => {
        const { lang, dir } = document.documentElement;
        return { lang, dir };
      });
      expect([lang, dir]).toEqual([look.language, look.language === 'ar' ? 'rtl' : 'ltr']);
      await act(page);
      expect(await barriersOf(page)).toEqual([]);
      for (const width of [320, 360]) {
        await page.setViewportSize({ width, height: 740 });
        await expect.poll(() => page.evaluate(illegibleParts), { message: `${width} px` }).toEqual([]);
      }
      expect(await page.evaluate(keysShown)).toEqual([]);
      // The browser also logs an error for the intended 410 of a retired card.
      expect(complaints.filter((complaint) => !complaint.includes('410'))).toEqual([]);
      await context.close();
    }

    const shown = [...FOR_PASSENGERS, ...(['fr', 'en'].includes(look.language) ? FOR_NEW_DRIVERS : [])];
    test.each(shown)('$path for a $visitor is accessible and legible', async ({ path, visitor }) => {
      await expectNoBarriers(demo.product.origin + path, visitor, async (page) => {
        const list = page.locator('.pp-languages summary');
        if (!(await list.isVisible())) return;
        await list.click();
        expect(await barriersOf(page), 'with its list of languages open').toEqual([]);
        await page.keyboard.press('Escape');
      });
    });

    test.each(CARD_STATES)('a card %s is accessible and legible', async (state) => {
      await expectNoBarriers(cards.addressOf(state), 'guest', async (page) => {
        if (state !== 'with a form for rides') return;
        await page.locator('.pp-ride').click();
        await page.locator('dialog[open]').waitFor();
      });
    });
  },
);

test('the values of the minimal style stand in one column', async () => {
  for (const width of [360, 768, 1280]) {
    const context = await open({ language: 'fr', theme: 'light', width }, 'guest');
    const page = await context.newPage();
    await page.goto(`${demo.product.origin}/d/demo-van`);
    await settled(page);
    const edges = await page
      .locator('.pp-row .pp-value')
      .evaluateAll((values) => values.map((value) => Math.round(value.getBoundingClientRect().left)));
    expect(edges.length).toBeGreaterThan(4);
    expect(new Set(edges).size, `${width} px: ${edges.join(', ')}`).toBe(1);
    await context.close();
  }
});

test('the only card is the first thing on the dashboard of a phone', async () => {
  const context = await open({ language: 'fr', theme: 'light', width: 360 }, 'driver');
  const page = await context.newPage();
  await page.goto(`${demo.product.origin}/dashboard`);
  await settled(page);
  const topOf = (selector: string) =>
    page.locator(selector).evaluate((element) => Math.round(element.getBoundingClientRect().top));
  const heading = await page.locator('.dashboard__head').evaluate((head) => head.getBoundingClientRect().bottom);
  expect((await topOf('.page-card')) - heading).toBeLessThanOrEqual(24);
  expect(await topOf('.dashboard a[href="/bon"]')).toBeGreaterThan(await topOf('.page-card'));
  await context.close();
});
