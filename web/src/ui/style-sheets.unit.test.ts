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
