import { readFileSync } from 'node:fs';
import { call } from '@volant/e2e/api';
import { openBrowser } from '@volant/e2e/browser';
import { openLook } from '@volant/e2e/screens';
import type { Measured } from '../compare.ts';
import type { Figure } from '../table.ts';

export const PRINTED = 1_000;
export const PRINT_GOAL = { seconds: 20, megabytes: 300 };
const LOOK_MS = 100;

/**
 * Lets the browser make a file of the pages that match. Measures the time until the file is downloaded, and how much
 * more memory all processes of the browser used at most than before.
 * @param search finds PRINTED pages
 */
export async function printFile(
  { set: { origin }, seed: { adminToken: token } }: Measured,
  product: 'card' | 'codes',
  search: string,
): Promise<Figure> {
  const { body } = await call(origin, 'GET', '/api/auth/me', undefined, { token });
  const browser = await openBrowser();
  try {
    const session = JSON.stringify({ token, user: body.user });
    const context = await openLook(browser, { language: 'en', theme: 'light', width: 1280 }, session);
    const page = await context.newPage();
    await page.goto(`${origin}/admin?search=${encodeURIComponent(search)}`);
    await page.locator('.page-row').first().waitFor();
    await page.getByRole('button', { name: 'Print…' }).click();
    await page.getByRole('combobox', { name: 'What to make' }).selectOption(product);

    const tools = await browser.newBrowserCDPSession();
    const megabytes = async () => {
      const { processInfo } = await tools.send('SystemInfo.getProcessInfo');
      return processInfo.reduce((sum, { id }) => sum + ownMegabytes(id), 0);
    };
    const idle = await megabytes();
    let most = idle;
    const download = page.waitForEvent('download');
    const startedAt = performance.now();
    await page.getByRole('button', { name: 'Make the file' }).click();
    let made = false;
    const done = download.finally(() => {
      made = true;
    });
    while (!made) {
      most = Math.max(most, await megabytes());
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
    await done;
    const seconds = (performance.now() - startedAt) / 1000;
    const above = most - idle;
    const text = `${seconds.toFixed(1)} s, ${above.toFixed(0)} MB above idle`;
    return { text, met: seconds <= PRINT_GOAL.seconds && above <= PRINT_GOAL.megabytes };
  } finally {
    await browser.close();
  }
}

/** Memory of a process. Memory that several processes share is divided among them (PSS), so that a sum counts it once. */
function ownMegabytes(pid: number): number {
  const [, kilobytes] = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
  return (Number(kilobytes) * 1024) / 1e6;
}
