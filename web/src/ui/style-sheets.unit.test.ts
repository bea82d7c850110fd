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

it('screens change at four widths, which are written in one way, and on the smallest phones', () => {
  const sheets = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.css'));
  const queries = sheets.flatMap((name) => readFileSync(path.join(SOURCES, name), 'utf8').match(/@media[^{]*/g) ?? []);
  const widths = queries.flatMap((query) => query.match(/\((?:(?:min|max)-)?width[^)]*\)/g) ?? []);
  expect(widths.length).toBeGreaterThan(50);
  expect(widths.filter((width) => !/^\(width (?:>=|<) (?:22|40|48|64|80)rem\)$/.test(width))).toEqual([]);
});

it('public pages read only custom properties that they define', () => {
  const folder = path.join(SOURCES, 'public-page/view');
  const names = readdirSync(folder).filter((name) => name.endsWith('.css'));
  const others = ['ui/tokens.css', 'public-page/script/ride-sheet.css', 'public-page/script/ride-fields.css'].map(
    (name) => path.join(SOURCES, name),
  );
  const files = [...names.map((name) => path.join(folder, name)), ...others];
  const sheet = files.map((file) => readFileSync(file, 'utf8')).join('\n');
  const named = (pattern: RegExp) => new Set([...sheet.matchAll(pattern)].map(([, name]) => name));
  const defined = named(/(--[\w-]+):/g);
  // With a fallback, a property may be absent.
  const read = named(/var\((--[\w-]+)\)/g);
  expect(read.size).toBeGreaterThan(10);
  expect([...read].filter((name) => !defined.has(name))).toEqual([]);
});

it('sizes of type on public pages are those of the scale', () => {
  const folder = path.join(SOURCES, 'public-page');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.css'));
  const sheet = names.map((name) => readFileSync(path.join(folder, name), 'utf8')).join('\n');
  const sizes = sheet.match(/(?<=[\s;{])(?:font|font-size|--size):[^;]*;/g) ?? [];
  expect(sizes.length).toBeGreaterThan(40);
  expect(sizes.filter((size) => !/(?:: inherit|var\(--(?:t\d|size)\))/.test(size))).toEqual([]);
});

it('spaces of public pages are those of the scale, or relative to the text', () => {
  const folder = path.join(SOURCES, 'public-page');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.css'));
  const sheet = names.map((name) => readFileSync(path.join(folder, name), 'utf8')).join('\n');
  const spaces = sheet.match(/(?<=[\s;{])(?:padding|margin|gap)[a-z-]*:[^;]*;/g) ?? [];
  expect(spaces.length).toBeGreaterThan(100);
  // The padding of a dot is what surrounds it in the place of an icon.
  expect(spaces.filter((space) => /\d(?:rem|px)\b/.test(space) && !space.includes('0.3125rem'))).toEqual([]);
});

/** Parts of a value, of which those in parentheses stay whole. */
const partsOf = (value: string) => value.match(/(?:[^\s()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))+/g) ?? [];

/** Whether a declaration names a side of the screen, which is the wrong one in Arabic. */
function isPhysical(property: string, value: string): boolean {
  // Only the browser knows the area, and by side.
  if (value.includes('safe-area-inset')) return false;
  if (/(?:^|-)(?:left|right)(?:-|$)/.test(property)) return true;
  if (/^(?:text-align|clear)$/.test(property)) return value === 'left' || value === 'right';
  const [top, right, bottom, left] = partsOf(value);
  if (/^(?:margin|padding|inset)$/.test(property)) return left !== undefined && left !== right;
  // Corners, clockwise from the start of the first line.
  return property === 'border-radius' && left !== undefined && (top !== right || bottom !== left);
}

it.each([
  ['margin-left', '1rem', true],
  ['left', '0', true],
  ['border-top-right-radius', '1rem', true],
  ['text-align', 'left', true],
  ['padding', '0 1rem 0 calc(1rem + (2 * 1px))', true],
  ['padding', '0 1rem 0 1rem', false],
  ['padding-right', 'max(1rem, env(safe-area-inset-right))', false],
  ['inset-inline-start', '0', false],
  ['border-radius', '1rem 0 0 1rem', true],
  ['border-radius', '1rem 1rem 0 0', false],
])('tells whether %s: %s names a side of the screen: %s', (property, value, physical) => {
  expect(isPhysical(property, value)).toBe(physical);
});

it('no style sheet names a side of the screen, because Arabic is read from right to left', () => {
  const physical = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.css'))
    .flatMap((name) => {
      const sheet = readFileSync(path.join(SOURCES, name), 'utf8').replaceAll(/\/\*.*?\*\//gs, '');
      return [...sheet.matchAll(/([a-z-]+)\s*:\s*([^;{}]+);/g)]
        .filter(([, property = '', value = '']) => isPhysical(property, value.trim()))
        .map(([declaration]) => `${name}: ${declaration}`);
    });
  expect(physical).toEqual([]);
});
