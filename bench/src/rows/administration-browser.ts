import { call } from '@volant/e2e/api';
import { openBrowser } from '@volant/e2e/browser';
import { openLook } from '@volant/e2e/screens';
import type { Measured } from '../compare.ts';

const SLOWER = 4;
const VISITS = 5;
const TYPED = ['s', 'a', 'l', 'o', 'n', ' ', '4', '2'];

type Browser = Awaited<ReturnType<typeof openBrowser>>;

/**
 * Times until the first rows appear, and until the results of a keystroke appear, with the processor slowed to a
 * quarter.
 */
export async function inBrowser({ set: { origin }, seed: { adminToken: token } }: Measured) {
  const { body } = await call(origin, 'GET', '/api/auth/me', undefined, { token });
  const browser = await openBrowser();
  try {
    const session = JSON.stringify({ token, user: body.user });
    const shown: number[] = [];
    const keys: number[] = [];
    for (let visit = 0; visit < VISITS; visit += 1) {
      const seen = await visitOf(browser, origin, session);
      shown.push(seen.shown);
      keys.push(...seen.keys);
    }
    return { shown, keys };
  } finally {
    await browser.close();
  }
}

/** With an empty browser cache. */
async function visitOf(browser: Browser, origin: string, session: string) {
  const context = await openLook(browser, { language: 'en', theme: 'light', width: 1280 }, session);
  try {
    const page = await context.newPage();
    const tools = await context.newCDPSession(page);
    await tools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    // The compiler wraps functions in a helper that the page lacks.
    await page.addInitScript('globalThis.__name = (named) => named');
    await page.addInitScript(watch);
    await page.goto(`${origin}/admin`);
    await page.locator('.page-row').first().waitFor();
    const shown = await page.evaluate(() => (globalThis as unknown as Watched).firstRows ?? Number.NaN);
    const keys: number[] = [];
    await page.getByRole('searchbox').focus();
    for (const key of TYPED) {
      // Trailing white space does not change the search.
      if (key === ' ') {
        await page.keyboard.press('Space');
        continue;
      }
      await page.evaluate(() => (globalThis as unknown as Watched).awaitResult());
      await page.keyboard.press(key);
      keys.push(await page.evaluate(() => (globalThis as unknown as Watched).result));
    }
    return { shown, keys };
  } finally {
    await context.close();
  }
}

interface Watched {
  firstRows: number | undefined;
  awaitResult: () => void;
  result: Promise<number>;
}

/** Runs in the page: records when rows are drawn, relative to the start of the visit or to a keystroke. */
function watch(): void {
  const noted = globalThis as unknown as Watched;
  const busy = () => document.querySelector('[role="grid"]')?.getAttribute('aria-busy') === 'true';
  const drawn = (then: () => void) => requestAnimationFrame(() => setTimeout(then));
  const observer = new MutationObserver(() => {
    if (noted.firstRows !== undefined || document.querySelector('.page-row') === null) return;
    observer.disconnect();
    drawn(() => {
      noted.firstRows = performance.now();
    });
  });
  observer.observe(document, { childList: true, subtree: true });
  noted.awaitResult = () => {
    noted.result = new Promise((resolve) => {
      let typedAt: number | undefined;
      let wasBusy = false;
      addEventListener('keydown', ({ timeStamp }) => (typedAt ??= timeStamp), { once: true, capture: true });
      const results = new MutationObserver(() => {
        wasBusy ||= typedAt !== undefined && busy();
        if (!wasBusy || busy()) return;
        results.disconnect();
        drawn(() => resolve(performance.now() - (typedAt ?? 0)));
      });
      results.observe(document, { subtree: true, childList: true, attributes: true });
    });
  };
}
