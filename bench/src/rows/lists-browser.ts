import { call } from '@volant/e2e/api';
import { openBrowser } from '@volant/e2e/browser';
import { openLook } from '@volant/e2e/screens';
import type { Measured } from '../compare.ts';

const SLOWER = 4;
const VISITS = 5;
const TYPED = ['s', 'a', 'l', 'o', 'n', ' ', '4', '2'];

/** Times until the results of a keystroke appear, with the processor slowed to a quarter. */
export async function keystrokeTimes({ set: { origin }, seed: { adminToken: token } }: Measured) {
  const { body } = await call(origin, 'GET', '/api/auth/me', undefined, { token });
  const browser = await openBrowser();
  try {
    const session = JSON.stringify({ token, user: body.user });
    const times: number[] = [];
    for (let visit = 0; visit < VISITS; visit += 1) times.push(...(await visitOf(browser, origin, session)));
    return times;
  } finally {
    await browser.close();
  }
}

/** With an empty browser cache. */
async function visitOf(browser: Awaited<ReturnType<typeof openBrowser>>, origin: string, session: string) {
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
    const times: number[] = [];
    await page.getByRole('searchbox').focus();
    for (const key of TYPED) {
      // Trailing white space does not change the search.
      if (key === ' ') {
        await page.keyboard.press('Space');
        continue;
      }
      await page.evaluate(() => (globalThis as unknown as Watched).awaitResult());
      await page.keyboard.press(key);
      times.push(await page.evaluate(() => (globalThis as unknown as Watched).result));
    }
    return times;
  } finally {
    await context.close();
  }
}

interface Watched {
  awaitResult: () => void;
  result: Promise<number>;
}

/** Runs in the page: the time from a keystroke until its rows are drawn. */
function watch(): void {
  const noted = globalThis as unknown as Watched;
  const busy = () => document.querySelector('[role="grid"]')?.getAttribute('aria-busy') === 'true';
  noted.awaitResult = () => {
    noted.result = new Promise((resolve) => {
      let typedAt: number | undefined;
      let wasBusy = false;
      addEventListener('keydown', ({ timeStamp }) => (typedAt ??= timeStamp), { once: true, capture: true });
      const results = new MutationObserver(() => {
        wasBusy ||= typedAt !== undefined && busy();
        if (!wasBusy || busy()) return;
        results.disconnect();
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - (typedAt ?? 0))));
      });
      results.observe(document, { subtree: true, childList: true, attributes: true });
    });
  };
}
