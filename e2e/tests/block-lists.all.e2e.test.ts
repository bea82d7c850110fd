import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiDescription, callsOf } from '../src/api-description.ts';
import { readBlockLists } from '../src/block-lists.ts';
import { type DemoInBrowser, openSharedDemo } from '../src/demo-in-browser.ts';
import { ROOT } from '../src/product.ts';
import { openLook, SCREENS, settled, VISITORS } from '../src/screens.ts';

const { refusing, hiding } = readBlockLists();
const blocked = (paths: Iterable<string>) =>
  [...paths].flatMap((at) => refusing(`https://cards.example${at}`).map((rule) => `${at}: ${rule}`));

/** One CSS rule per selector, so that an invalid selector does not disable others. */
const sheet = hiding.map((selector, rule) => `${selector} { --hidden-by: ${rule} }`).join('\n');

/** Applies the style sheet like an extension: the browser matches thousands of rules faster than a loop of queries. */
function hiddenParts(rules: string): string[] {
  if (document.adoptedStyleSheets.length === 0) {
    CSS.registerProperty({ name: '--hidden-by', syntax: '*', inherits: false });
    document.adoptedStyleSheets = [new CSSStyleSheet()];
    document.adoptedStyleSheets[0]?.replaceSync(rules);
  }
  return [...document.querySelectorAll('*')].flatMap((element) => {
    const rule = getComputedStyle(element).getPropertyValue('--hidden-by');
    return rule === '' ? [] : [`<${element.localName} class="${element.className}"> by rule ${rule}`];
  });
}

/** What opens a page's analytics in a dialog, by screen. */
const TO_ANALYTICS: Readonly<Record<string, readonly RegExp[]>> = {
  '/dashboard': [/^Analytics/],
  '/admin': [/^Actions of/, /^Analytics$/],
};

let demo: DemoInBrowser;

beforeAll(async () => {
  demo = await openSharedDemo();
});
afterAll(() => demo.close());

test('the lists block a file named after analytics, and hide a banner', () => {
  expect(blocked(['/assets/analytics-DSw1GmhH.js'])).toEqual(['/assets/analytics-DSw1GmhH.js: /assets/analytics-']);
  expect(hiding).toContain('#AD_160');
});

test('files of the client are named only by a hash, and no list blocks one', async () => {
  const client = path.join(ROOT, 'web/dist/client');
  const entries = await readdir(client, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && !/\.(?:br|gz)$/.test(entry.name))
    .map((entry) => `/${path.relative(client, path.join(entry.parentPath, entry.name))}`);
  const hashed = files.filter((file) => file.startsWith('/assets/'));
  expect(hashed.length).toBeGreaterThan(100);
  expect(hashed.filter((file) => !/^\/assets\/[\da-f]{16}\.(?:js|css|woff2?)$/.test(file))).toEqual([]);
  expect(blocked(files)).toEqual([]);
});

test('no list blocks a documented call', async () => {
  const response = await fetch(`${demo.product.origin}/api/openapi.json`);
  const calls = callsOf((await response.json()) as ApiDescription).map((call) =>
    call.path.replace(/\{\w+\}/g, 'berline'),
  );
  expect(calls).toContain('/api/pages/berline/analytics');
  expect(blocked(new Set(calls))).toEqual([]);
});

test.each(VISITORS)('no list blocks a request of the screens of a %s, or hides a part of them', async (visitor) => {
  const context = await openLook(demo.browser, { language: 'en', theme: 'light', width: 1280 }, demo.sessions[visitor]);
  const page = await context.newPage();
  const requested = new Set<string>();
  page.on('request', (request) => {
    const { origin, pathname, search } = new URL(request.url());
    if (origin === demo.product.origin) requested.add(pathname + search);
  });
  const hidden: string[] = [];
  for (const screen of SCREENS.filter((each) => each.visitor === visitor)) {
    await page.goto(demo.product.origin + screen.path);
    await settled(page);
    const steps = TO_ANALYTICS[screen.path];
    if (steps !== undefined) {
      for (const name of steps) await page.getByRole('main').getByRole('button', { name }).first().click();
      await page.getByRole('dialog').getByRole('heading', { level: 3 }).first().waitFor();
    }
    hidden.push(...(await page.evaluate(hiddenParts, sheet)).map((rule) => `${screen.path}: ${rule}`));
  }
  await context.close();
  expect(requested.size).toBeGreaterThan(10);
  expect(blocked(requested)).toEqual([]);
  expect(hidden).toEqual([]);
});
