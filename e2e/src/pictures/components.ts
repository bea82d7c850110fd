import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Browser, Page } from 'playwright-core';
import { ROOT } from '../product.ts';
import { takePicture } from '../screens.ts';
import { inOneFace } from './steady.ts';

/** A picture of all components. Four of the eight looks have both themes, both widths and both directions. */
export const COMPONENT_SHOTS = [
  { name: 'components', width: 320, theme: 'light', dir: 'ltr' },
  { name: 'components-rtl', width: 320, theme: 'dark', dir: 'rtl' },
  { name: 'components-desk', width: 1280, theme: 'dark', dir: 'ltr' },
  { name: 'components-desk-rtl', width: 1280, theme: 'light', dir: 'rtl' },
] as const;
export type ComponentShot = (typeof COMPONENT_SHOTS)[number];

export interface Gallery {
  open(browser: Browser, shot: ComponentShot): Promise<Page>;
  stop(): void;
}

/** Starts the server of `npm run dev` for the client alone, which has the page of all components at `/ui`. */
export async function startGallery(): Promise<Gallery> {
  const vite = path.join(ROOT, 'node_modules/.bin/vite');
  const server = spawn(vite, ['--config', 'web/vite.config.ts', '--host', '127.0.0.1'], {
    cwd: ROOT,
    env: { ...process.env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const origin = await new Promise<string>((resolve, reject) => {
    server.once('exit', (code) => reject(new Error(`the server of the components ended with ${code}`)));
    createInterface({ input: server.stdout }).on('line', (line) => {
      const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
      if (address !== undefined) resolve(address);
    });
  });
  return {
    async open(browser, { width, theme, dir }) {
      const context = await browser.newContext({ viewport: { width, height: 740 }, reducedMotion: 'reduce' });
      const page = await context.newPage();
      await page.goto(`${origin}/ui?theme=${theme}&dir=${dir}`);
      // The server reloads the page after it has found its libraries.
      await page.waitForLoadState('networkidle');
      await page.locator('h1').first().waitFor();
      return page;
    },
    stop: () => server.kill(),
  };
}

export async function takeComponents(page: Page): Promise<Buffer> {
  await inOneFace(page);
  return takePicture(page, { fullPage: true, animations: 'disabled' });
}
