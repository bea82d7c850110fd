import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { call, createPage, eventually, PIXEL, signUp, someAddress } from '../src/api.ts';
import { openBrowser } from '../src/browser.ts';
import { holdBack } from '../src/screens.ts';
import { useSharedProduct } from '../src/shared-product.ts';

const product = useSharedProduct();
let browser: Browser;
let context: BrowserContext;

beforeAll(async () => {
  browser = await openBrowser();
});

afterAll(() => browser?.close());

afterEach(() => context.close());

/** Opens a page with these items in its driver's editor, on a phone. */
async function openEditor(items: readonly string[] = []): Promise<{ page: Page; id: string; token: string }> {
  const { token } = await signUp(product.origin);
  const id = await createPage(product.origin, token, 'Berline', items);
  const { body } = await call(product.origin, 'GET', '/api/auth/me', undefined, { token });
  context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    extraHTTPHeaders: { 'x-forwarded-for': someAddress() },
  });
  await context.addInitScript(
    (session) => {
      localStorage.setItem('language', 'en');
      sessionStorage.setItem('session', session);
    },
    JSON.stringify({ token, user: body.user }),
  );
  const page = await context.newPage();
  await page.goto(`${product.origin}/editor/${id}`);
  await page.getByLabel('Full name').waitFor();
  return { page, id, token };
}

test('handles drag items into another order', async () => {
  const { page } = await openEditor(['One', 'Two', 'Three']);
  const handles = page.locator('.custom-item__handle');
  const names = () => page.locator('.custom-item__name').allTextContents();
  expect(await names()).toEqual(['One', 'Two', 'Three']);
  await handles.nth(2).scrollIntoViewIfNeeded();
  const [first, last] = [await handles.nth(0).boundingBox(), await handles.nth(2).boundingBox()];
  if (first === null || last === null) throw new Error('no handles to drag by');
  await page.mouse.move(first.x + 10, first.y + 10);
  await page.mouse.down();
  await page.mouse.move(last.x + 10, last.y + 20, { steps: 5 });
  expect(await names()).toEqual(['One', 'Two', 'Three']);
  await page.mouse.up();
  await expect.poll(names).toEqual(['Two', 'Three', 'One']);
  await expect.poll(() => page.locator('.custom-item').first().getAttribute('style')).toBeFalsy();
});

test('on a phone tabs and save stay visible, and the preview starts at its top', async () => {
  const { page } = await openEditor(['One']);
  const phone = await page.getByLabel('Phone', { exact: true }).boundingBox();
  expect((phone?.y ?? Number.NaN) + (phone?.height ?? Number.NaN)).toBeLessThanOrEqual(780);
  await page.getByText('Title and visibility').click();
  await page.getByRole('checkbox', { name: 'Show in search engines' }).scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(700);
  const top = async (locator: Locator) => (await locator.boundingBox())?.y ?? Number.NaN;
  const between = (least: number, most: number) => expect.toSatisfy((y: number) => y >= least && y < most);
  const inView = (name: string, role: 'tab' | 'button') =>
    expect.poll(() => top(page.getByRole(role, { name, exact: true }))).toEqual(between(0, 60));
  await inView('Preview', 'tab');
  await inView('Save', 'button');
  await page.getByRole('tab', { name: 'Preview' }).click();
  await expect.poll(() => top(page.locator('.pp'))).toEqual(between(1, 200));
  await page.getByRole('tab', { name: 'Edit' }).click();
  await expect.poll(() => page.evaluate(() => scrollY)).toEqual(between(before - 50, before + 50));
});

test('on a phone an item has its letter in a square of its colour before the preview has been opened', async () => {
  const { page } = await openEditor(['One']);
  const chip = page.locator('.custom-item .pp-chip');
  const { width, height } = (await chip.boundingBox()) ?? { width: 0, height: 0 };
  expect(width).toBeGreaterThanOrEqual(24);
  expect(height).toBe(width);
  const [display, background] = await chip.evaluate((element) => {
    const style = getComputedStyle(element);
    return [style.display, style.backgroundColor];
  });
  expect(display).toBe('grid');
  expect(background).not.toBe('rgba(0, 0, 0, 0)');
});

test('on a phone the bar stays as it is while a change is typed, saved and refused, and says which', async () => {
  const { page } = await openEditor();
  const bar = page.locator('.editor__bar');
  const state = bar.locator('.save-state');
  const size = async () => {
    const { width, height } = (await bar.boundingBox()) ?? { width: 0, height: 0 };
    return [width, height];
  };
  const save = () => page.getByRole('button', { name: 'Save', exact: true }).click();
  expect(await state.textContent()).toBe('All changes saved');
  const before = await size();
  await page.getByLabel('Company').fill('Transferts');
  expect(await state.textContent()).toBe('Unsaved changes');
  expect(await size()).toEqual(before);

  await page.clock.install();
  await page.route('**/graphql', (route) => route.abort());
  await save();
  await page.getByRole('alert').filter({ hasText: /./ }).waitFor();
  await page.clock.fastForward('01:00');
  await expect.poll(() => page.getByRole('alert').filter({ hasText: /./ }).count()).toBe(0);
  expect(await state.textContent()).toBe('Not saved: try again');
  expect(await size()).toEqual(before);

  await page.unroute('**/graphql');
  const letGo = await holdBack(page, '**/graphql');
  await save();
  await page.getByRole('button', { name: 'Saving…' }).waitFor();
  expect(await size()).toEqual(before);
  letGo();
  await expect.poll(() => state.textContent()).toBe('All changes saved');
  expect(await size()).toEqual(before);
});

test('the preview follows a field within 100 ms', async () => {
  const { page } = await openEditor();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByLabel('Full name').fill('');
  const name = page.getByLabel('Full name');
  // The preview is loaded on demand.
  await page.locator('.pp h2').waitFor();
  // Measured by the browser from the event to the changed text; the fastest of several, because the machine may be
  // busy.
  const waits: number[] = [];
  for (const text of ['Ada', 'Bea', 'Cleo', 'Dora', 'Eva']) {
    waits.push(
      await name.evaluate((input, typed) => {
        const heading = document.querySelector('.pp h2');
        if (!(input instanceof HTMLInputElement) || heading === null) throw new Error('no field, or no preview');
        return new Promise<number>((resolve) => {
          const start = performance.now();
          const check = () =>
            heading.textContent === typed ? resolve(performance.now() - start) : requestAnimationFrame(check);
          Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, typed);
          input.dispatchEvent(new Event('input', { bubbles: true }));
          check();
        });
      }, text),
    );
  }
  expect(Math.min(...waits)).toBeLessThan(100);
});

test('saving puts a photo onto the public page', async () => {
  const { page, id } = await openEditor();
  await page.getByLabel(/^Choose a photo/).setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: PIXEL });
  await page.locator('.picture-field img[src^="blob:"]').waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Page saved successfully!').waitFor();
  const { body } = await eventually(
    () => call(product.origin, 'GET', `/api/public/pages/${id}`),
    ({ body }) => typeof body.avatar === 'string',
  );
  expect(body.avatar).toMatch(/^\/uploads\//);
  expect((await fetch(product.origin + body.avatar)).status).toBe(200);
  await page.locator(`.picture-field img[src="${body.avatar}"]`).waitFor();
});
