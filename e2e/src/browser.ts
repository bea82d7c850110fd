import chromium from '@sparticuz/chromium';
import { type Browser, type BrowserContext, chromium as engine } from 'playwright-core';
import { PATIENCE_MS } from '../../scripts/patience.ts';

/** Chromium from npm, or the one in CHROMIUM_PATH. */
const launch = async (args: readonly string[]) => ({
  executablePath: process.env.CHROMIUM_PATH ?? (await chromium.executablePath()),
  // The package's own arguments are for cloud functions and disable web security.
  args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking', ...args],
  headless: true,
});

function prepare(context: BrowserContext): void {
  // Playwright's default of half a minute is too short for a busy machine.
  context.setDefaultTimeout(PATIENCE_MS);
  const close = context.close.bind(context);
  // A test may end while it still answers a request itself.
  context.close = async (options) => {
    for (const routed of [context, ...context.pages()]) await routed.unrouteAll({ behavior: 'ignoreErrors' });
    await close(options);
  };
}

export async function openBrowser(args: readonly string[] = []): Promise<Browser> {
  const browser = await engine.launch(await launch(args));
  browser.on('context', prepare);
  return browser;
}

/** A browser with a profile that another program can share through its debugging port. */
export async function openProfile(directory: string, args: readonly string[]): Promise<BrowserContext> {
  const context = await engine.launchPersistentContext(directory, await launch(args));
  prepare(context);
  return context;
}
