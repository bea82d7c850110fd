import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { barriersOf } from './barriers.ts';
import type { DemoInBrowser } from './demo-in-browser.ts';
import { illegibleParts } from './legible.ts';
import { type Look, openLook, SCREENS, settled, type Visitor } from './screens.ts';
import { scriptBudgetOf } from './script-budget.ts';
import { watchScreen } from './watch-screen.ts';

/** 1280 × 1024 px at 400 % zoom. */
const ZOOMED = { width: 320, height: 256 };
/** Maximal layout shift of a screen. */
const MOST_SHIFT = 0.02;

/** Texts that are dictionary keys, which means that their translation is missing. */
export function keysShown(): readonly string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent?.trim() ?? '';
    const isKey = /^[a-z][A-Za-z]*(\.[A-Za-z][A-Za-z0-9]*)+$/.test(text) && !text.includes('example.com');
    if (isKey && walker.currentNode.parentElement?.tagName !== 'SCRIPT') found.push(text);
  }
  return found;
}

/** Visits each screen in this look and prints its script size and layout shift beside their budgets. */
export function describeScreens(look: Look, demo: () => DemoInBrowser): void {
  describe(`${look.language}, ${look.theme}, ${look.width} px`, () => {
    const visitors = [...new Set(SCREENS.map(({ visitor }) => visitor))];
    /** One context per visitor, so that the client's files are not loaded for every screen. */
    const contexts = new Map<Visitor, BrowserContext>();

    beforeAll(async () => {
      for (const visitor of visitors)
        contexts.set(visitor, await openLook(demo().browser, look, demo().sessions[visitor]));
    });
    /** Loaded scripts and layout shift of each visit. */
    const rows: string[] = [];
    afterAll(async () => {
      // biome-ignore lint/suspicious/noConsole: the table is what one looks at when a budget is passed over
      console.log(['script (KB gzip)  budget  shift   screen', ...rows].join('\n'));
      for (const context of contexts.values()) await context.close();
    });

    test.each(SCREENS)('$path for a $visitor', async (screen) => {
      const { path, visitor } = screen;
      const context = contexts.get(visitor);
      if (context === undefined) throw new Error(`nobody is signed in as ${visitor}`);
      const page = await context.newPage();
      const { complaints, layoutShift, scriptBytes } = await watchScreen(page);
      await page.goto(demo().product.origin + path);
      await settled(page);
      expect(await barriersOf(page)).toEqual([]);

      // Include scripts that load after the first view.
      await page.waitForLoadState('networkidle');
      const [kilobytes, budget, shift] = [scriptBytes() / 1024, scriptBudgetOf(screen), await layoutShift()];
      rows.push(
        `${kilobytes.toFixed(1).padStart(16)}  ${String(budget).padStart(6)}  ${shift.toFixed(3)}  ${path} (${visitor}, ${look.width} px)`,
      );
      expect(kilobytes).toBeGreaterThan(0);
      expect(kilobytes).toBeLessThanOrEqual(budget);
      expect(shift, 'how far it moves by itself').toBeLessThanOrEqual(MOST_SHIFT);

      expect(await page.locator('h1').count()).toBe(1);
      expect(await page.title()).not.toBe('');
      expect(await page.locator('html').getAttribute('lang')).toBe(look.language);
      expect(await page.evaluate(keysShown)).toEqual([]);
      if (look.width < 640) {
        await page.setViewportSize(ZOOMED);
        await expect.poll(() => page.evaluate(illegibleParts), { message: 'zoomed to 400 %' }).toEqual([]);
        await page.setViewportSize({ width: look.width, height: 740 });
      }
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
      await expect.poll(() => page.evaluate(illegibleParts), { message: 'text at 200 %' }).toEqual([]);
      expect(complaints).toEqual([]);
      await page.close();
    });
  });
}
