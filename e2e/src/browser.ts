import chromium from '@sparticuz/chromium';
import { type Browser, chromium as engine } from 'playwright-core';

/** Chromium from npm, or the one named in CHROMIUM_PATH. */
export async function openBrowser(args: readonly string[] = []): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH ?? (await chromium.executablePath());
  return engine.launch({
    executablePath,
    args: [...chromium.args, '--no-sandbox', '--disable-background-networking', ...args],
    headless: true,
  });
}
