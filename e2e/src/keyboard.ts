import type { Page } from 'playwright-core';

const MOST_STOPS = 150;

/** The focused element, as a keyboard user perceives it. */
export interface Stop {
  /** Accessible name, from a label or the text, which is enough for these screens. */
  readonly name: string;
  readonly kind: string;
  /** Whether the focus is visible and nothing covers the element. */
  readonly seen: boolean;
  readonly marked: boolean;
}

/**
 * Presses Tab until the element with this name has the focus.
 * @throws with all visited names if it is never reached
 */
export async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const met: string[] = [];
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    const current = await focused(page);
    if (current.kind === 'BODY') continue;
    met.push(current.name);
    if (!current.marked) throw new Error(`nothing shows that “${current.name}” has the focus`);
    if (!current.seen) throw new Error(`“${current.name}” has the focus, and something lies over it`);
    if (typeof name === 'string' ? current.name === name : name.test(current.name)) return;
  }
  throw new Error(`Tab does not lead to ${String(name)}, only to: ${[...new Set(met)].join(' | ')}`);
}

export async function focused(page: Page): Promise<Stop> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement)) return { name: '', kind: 'BODY', seen: true, marked: true };
    const isField = [HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement].some((kind) => element instanceof kind);
    const labels = isField ? (element as HTMLInputElement).labels : null;
    const labelledBy = (element.getAttribute('aria-labelledby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' ');
    const name = [element.getAttribute('aria-label'), labelledBy.trim(), labels?.[0]?.textContent, element.textContent];
    // A checkbox or a radio button is often hidden beneath its visual replacement.
    const shown = labels?.[0]?.contains(element) === true ? labels[0] : element;
    const { left, top, width, height } = shown.getBoundingClientRect();
    const middle = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 20));
    const within = (one: Element | null) => one !== null && (shown.contains(one) || one.contains(shown));
    const styles = [element, shown, element.parentElement ?? element].map((one) => getComputedStyle(one));
    const marked = styles.some(
      ({ outlineStyle, outlineWidth, boxShadow }) =>
        (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none',
    );
    return {
      name: (name.find((text) => text) ?? '').trim().replace(/\s+/g, ' '),
      kind: element.tagName,
      seen: within(middle),
      marked,
    };
  });
}
