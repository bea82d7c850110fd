// @vitest-environment node
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { Screen } from '../app/screen.ts';
import { screens } from '../app/screens.ts';

const SOURCES = fileURLToPath(new URL('..', import.meta.url));
const CATALOGUES = path.join(SOURCES, 'i18n', 'texts');
const IMPORTED = /(?:from |import\(|import )'(\.[^'?]+\.tsx?)'/g;

const groups = [...new Set(readdirSync(CATALOGUES).map((name) => name.split('.')[0] ?? ''))];
/** The group of each section of texts. */
const groupOf = new Map(
  groups.flatMap((group) => {
    const texts = JSON.parse(readFileSync(path.join(CATALOGUES, `${group}.fr.json`), 'utf8')) as object;
    return Object.keys(texts).map((section) => [section, group] as const);
  }),
);
const sources = new Map<string, string>();

function sourceOf(file: string): string {
  const source = sources.get(file) ?? readFileSync(file, 'utf8');
  sources.set(file, source);
  return source;
}

/** The module, and all that it imports, at once or on demand. */
function reachedFrom(file: string, reached = new Set<string>()): ReadonlySet<string> {
  if (reached.has(file)) return reached;
  reached.add(file);
  for (const [, name = ''] of sourceOf(file).matchAll(IMPORTED)) {
    const imported = path.resolve(path.dirname(file), name);
    // A route names titles and descriptions, which the server writes.
    if (existsSync(imported) && !imported.endsWith('/route.ts')) reachedFrom(imported, reached);
  }
  return reached;
}

/** Texts in these files whose groups are not among the loaded ones. */
function missingTexts(files: Iterable<string>, loaded: ReadonlySet<string>): readonly string[] {
  return [...files].flatMap((file) =>
    [...sourceOf(file).matchAll(/['"`](\w+)\.[a-zA-Z]/g)].flatMap(([, section = '']) => {
      const group = groupOf.get(section);
      return group === undefined || loaded.has(group) ? [] : [`${path.relative(SOURCES, file)}: ${section}`];
    }),
  );
}

it.each(screens.map((screen) => [screen.path, screen as Screen] as const))('%s loads all its texts', (_, screen) => {
  const { page, texts, document, description } = screen;
  const files = reachedFrom(path.join(SOURCES, 'features', `${page}.tsx`));
  const onDemand = [...files].flatMap((file) =>
    [...sourceOf(file).matchAll(/loadTexts\(\[([^\]]+)\]/g)].flatMap(([, named = '']) => named.match(/\w+/g) ?? []),
  );
  const loaded = new Set(['common', ...texts, ...onDemand]);
  expect(missingTexts(files, loaded)).toEqual([]);
  const declared = [typeof document === 'string' ? undefined : document.title, description];
  expect(
    declared.filter((key) => key !== undefined && !loaded.has(groupOf.get(key.split('.')[0] ?? '') ?? '')),
  ).toEqual([]);
});

it('the shell around the screens has its texts from the start', () => {
  const files = reachedFrom(path.join(SOURCES, 'app', 'frame.tsx'));
  expect(files.size).toBeGreaterThan(10);
  expect(missingTexts(files, new Set(['common']))).toEqual([]);
});
