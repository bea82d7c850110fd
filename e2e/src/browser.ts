import chromium from '@sparticuz/chromium';
import { type Browser, type BrowserContext, chromium as engine } from 'playwright-core';
import { PATIENCE_MS } from '../../scripts/patience.ts';

/** Chromium from npm, or the one named in CHROMIUM_PATH. */
const launch = async (args: readonly string[]) => ({
  executablePath: process.env.CHROMIUM_PATH ?? (await chromium.executablePath()),
  // Not the package's own arguments: they are made for functions in a cloud and turn web security off.
  args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking', ...args],
  headless: true,
});

/** Playwright gives up after half a minute by itself, in which a busy machine may have drawn nothing. */
function patient(context: BrowserContext): void {
  context.setDefaultTimeout(PATIENCE_MS);
}

export async function openBrowser(args: readonly string[] = []): Promise<Browser> {
  const browser = await engine.launch(await launch(args));
  browser.on('context', patient);
  return browser;
}

/** A browser whose storage another program sees, too, that drives it by its debugging port. */
export async function openProfile(directory: string, args: readonly string[]): Promise<BrowserContext> {
  const context = await engine.launchPersistentContext(directory, await launch(args));
  patient(context);
  return context;
}
