import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** Whatever axe finds on a page, of any impact: each broken rule with the elements that break it. */
export async function barriersOf(page: Page): Promise<readonly string[]> {
  // A fading screen has other contrasts for a moment; what moves for ever never ends.
  await page.evaluate(() => {
    const passing = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    return Promise.allSettled(passing.map(({ finished }) => finished));
  });
  // Legacy mode is twice as fast: axe opens a page of its own only for frames, and no screen has any.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'], preload: false });
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}
