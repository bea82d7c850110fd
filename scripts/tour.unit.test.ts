import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const DOCS = new URL('../docs/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, DOCS), 'utf8');

/** Links to files of the repository, as they stand in a text. */
function linksIn(text: string): readonly string[] {
  return [...text.matchAll(/\]\(((?!https?:|#)[^)#]+)/g)].map(([, path = '']) => path);
}

/** The numbered lines after the word in bold that begins a tour. */
function tourOf(beginning: string): readonly string[] {
  const [, rest = ''] = read('development.md').split(`**${beginning}:**`);
  const [tour = ''] = rest.split(/\n\*\*|\nOver REST/);
  return tour.split('\n').filter((line) => /^\d+\. \[/.test(line));
}

describe('the tour', () => {
  it.each([
    ['A scan', 24],
    ['An edit', 30],
  ])('%s passes at most %i files, each with a line', (beginning, most) => {
    const tour = tourOf(beginning);
    expect(tour.length).toBeGreaterThan(10);
    expect(tour.length).toBeLessThanOrEqual(most);
    expect(new Set(tour.flatMap(linksIn)).size).toBe(tour.length);
  });
});

it.each(['glossary.md', 'development.md'])('what %s links to is there', (name) => {
  const gone = linksIn(read(name)).filter((path) => !existsSync(new URL(path, DOCS)));
  expect(gone).toEqual([]);
});

it('a term stands in the glossary once', () => {
  const terms = [...read('glossary.md').matchAll(/^\| ([^|]+) \|/gm)].map(([, term = '']) => term);
  const twice = terms.filter((term, place) => !['term', '---', 'word'].includes(term) && terms.indexOf(term) !== place);
  expect(twice).toEqual([]);
});
