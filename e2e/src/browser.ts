import chromium from '@sparticuz/chromium';
import { type Browser, chromium as engine } from 'playwright-core';

/** Chromium from npm, or the one named in CHROMIUM_PATH. */
export async function openBrowser(args: readonly string[] = []): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH ?? (await chromium.executablePath());
  return engine.launch({
    executablePath,
    // Not the package's own arguments: they are made for functions in a cloud and turn web security off.
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking', ...args],
    headless: true,
  });
}
