// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const SOURCES = fileURLToPath(new URL('..', import.meta.url));

/** Classes that a style sheet styles. */
function ownClasses(sheet: string): readonly string[] {
  const rules = sheet.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/([^{}]+)\{/g);
  return [...rules]
    .flatMap(([, selectors = '']) => selectors.split(','))
    .flatMap((selector) => /^\s*\.([a-z][\w-]*)\s*$/.exec(selector)?.[1] ?? []);
}

it('each class is styled in one folder only, because sheets of former screens stay loaded', () => {
  const homes = new Map<string, Set<string>>();
  for (const name of readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.css')) continue;
    for (const one of ownClasses(readFileSync(path.join(SOURCES, name), 'utf8'))) {
      homes.set(one, (homes.get(one) ?? new Set()).add(path.dirname(name)));
    }
  }
  expect(homes.size).toBeGreaterThan(100);
  expect([...homes].filter(([, folders]) => folders.size > 1)).toEqual([]);
});

it('public pages read only custom properties that they define', () => {
  const folder = path.join(SOURCES, 'features/public-page');
  const names = readdirSync(folder).filter((name) => name.endsWith('.css'));
  const files = [...names.map((name) => path.join(folder, name)), path.join(SOURCES, 'ui/tokens.css')];
  const sheet = files.map((file) => readFileSync(file, 'utf8')).join('\n');
  const named = (pattern: RegExp) => new Set([...sheet.matchAll(pattern)].map(([, name]) => name));
  const defined = named(/(--[\w-]+):/g);
  // With a fallback, a property may be absent.
  const read = named(/var\((--[\w-]+)\)/g);
  expect(read.size).toBeGreaterThan(10);
  expect([...read].filter((name) => !defined.has(name))).toEqual([]);
});
