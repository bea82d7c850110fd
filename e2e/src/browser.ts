import chromium from '@sparticuz/chromium';
import { type Browser, type BrowserContext, chromium as engine } from 'playwright-core';

/** Chromium from npm, or the one named in CHROMIUM_PATH. */
const launch = async (args: readonly string[]) => ({
  executablePath: process.env.CHROMIUM_PATH ?? (await chromium.executablePath()),
  // Not the package's own arguments: they are made for functions in a cloud and turn web security off.
  args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking', ...args],
  headless: true,
});

export async function openBrowser(args: readonly string[] = []): Promise<Browser> {
  return engine.launch(await launch(args));
}

/** A browser whose storage another program sees, too, that drives it by its debugging port. */
export async function openProfile(directory: string, args: readonly string[]): Promise<BrowserContext> {
  return engine.launchPersistentContext(directory, await launch(args));
}
