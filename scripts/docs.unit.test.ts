import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const DOCS = new URL('../docs/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, DOCS), 'utf8');

/** Relative links in a text, as written. */
function linksIn(text: string): readonly string[] {
  return [...text.matchAll(/\]\(((?!https?:|#)[^)#]+)/g)].map(([, path = '']) => path);
}

const PAGES = readdirSync(DOCS, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));

it.each(PAGES)('%s links to files that exist', (name) => {
  const gone = linksIn(read(name)).filter((path) => !existsSync(new URL(path, new URL(name, DOCS))));
  expect(gone).toEqual([]);
});

it('the glossary has each term once', () => {
  const terms = [...read('glossary.md').matchAll(/^\| ([^|]+) \|/gm)].map(([, term = '']) => term);
  const twice = terms.filter((term, place) => !['term', '---', 'word'].includes(term) && terms.indexOf(term) !== place);
  expect(twice).toEqual([]);
});
