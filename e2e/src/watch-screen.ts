import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { ROOT } from './product.ts';

const CLIENT = path.join(ROOT, 'web/dist/client');

export interface WatchedScreen {
  /** Console errors, exceptions and unhandled rejections, including violations of the content security policy. */
  readonly complaints: readonly string[];
  /** Total size of all loaded scripts, each compressed by gzip, in bytes. */
  scriptBytes(): number;
  /** The browser's cumulative layout shift. */
  layoutShift(): Promise<number>;
}

/** Records a page's loads and errors. Call it before the first navigation. */
export async function watchScreen(page: Page): Promise<WatchedScreen> {
  const complaints: string[] = [];
  const scripts = new Set<string>();
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    // The browser also logs an error for the intended 404 of a missing page.
    if (message.type() === 'error' && !message.text().includes('404')) complaints.push(message.text());
  });
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(new URL(request.url()).pathname);
  });
  await page.addInitScript(() => {
    const shifts = { sum: 0 };
    Object.assign(window, { shiftsSeen: shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (!entry.hadRecentInput) shifts.sum += entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      // biome-ignore lint/suspicious/noConsole: it is the page that says this, and this file that listens
      console.error(`content security policy: ${violatedDirective} ${blockedURI}`);
    });
  });
  return {
    complaints,
    scriptBytes: () => [...scripts].reduce((sum, name) => sum + gzipBytes(name), 0),
    layoutShift: () => page.evaluate('window.shiftsSeen.sum') as Promise<number>,
  };
}

const sizes = new Map<string, number>();

function gzipBytes(name: string): number {
  const known = sizes.get(name);
  if (known !== undefined) return known;
  const size = gzipSync(readFileSync(path.join(CLIENT, name)), { level: 9 }).length;
  sizes.set(name, size);
  return size;
}
