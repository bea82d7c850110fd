import { afterAll, beforeAll, expect, test } from 'vitest';
import { barriersOf } from '../src/barriers.ts';
import { type DemoInBrowser, openSharedDemo } from '../src/demo-in-browser.ts';
import { describeScreens } from '../src/describe-screens.ts';
import { type Look, openLook, settled, type Visitor } from '../src/screens.ts';

let demo: DemoInBrowser;

beforeAll(async () => {
  demo = await openSharedDemo();
});
afterAll(() => demo.close());

const open = (look: Look, visitor: Visitor) => openLook(demo.browser, look, demo.sessions[visitor]);

// The other looks are in screens.all.e2e.test.ts.
describeScreens({ language: 'fr', theme: 'light', width: 360 }, () => demo);

test('the analytics dialog traps the focus, closes with Escape, and is accessible', async () => {
  for (const theme of ['light', 'dark'] as const) {
    const context = await open({ language: 'fr', theme, width: 360 }, 'driver');
    const page = await context.newPage();
    await page.goto(`${demo.product.origin}/dashboard`);
    await settled(page);
    const button = page.getByRole('button', { name: /^Statistiques/ });
    await button.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Détails').click();
    await dialog.getByText('Voir les chiffres en tableau').click();
    await dialog.getByRole('table').last().waitFor();
    expect(await barriersOf(page)).toEqual([]);
    await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
    await context.close();
  }
});

test('the labels of the charts are whole, also those of thousands', async () => {
  const context = await open({ language: 'fr', theme: 'light', width: 360 }, 'driver');
  const page = await context.newPage();
  await page.goto(`${demo.product.origin}/dashboard`);
  await settled(page);
  // A busier page than any of the demo.
  await page.route('**/graphql', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/(?<="views":)\d+/g, (views) => `${100 * Number(views)}`);
    await route.fulfill({ response, body });
  });
  await page.getByRole('button', { name: /^Statistiques/ }).click();
  await page.getByRole('dialog').getByText('Détails').click();
  const labels = page.locator('.daily-bars').locator('text[text-anchor=end]');
  await expect.poll(() => labels.allTextContents()).toContainEqual(expect.stringMatching(/^\d\s000$/));
  const hidden = await labels.evaluateAll((all) =>
    all.flatMap((label) => {
      const edge = label.closest('svg')?.getBoundingClientRect().left ?? 0;
      return label.getBoundingClientRect().left < edge ? [label.textContent] : [];
    }),
  );
  expect(hidden).toEqual([]);
  await context.close();
});
