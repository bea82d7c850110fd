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

const withoutCode = (text: string) => text.replaceAll(/^ *```.*?^ *```$/gms, '');

/** GitHub's anchors of the headings of a page, and anchors written by hand. */
function anchorsIn(text: string): ReadonlySet<string> {
  const headings = [...withoutCode(text).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
  const byHand = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id);
  return new Set([...headings, ...byHand]);
}

it.each(['../README.md', '../CHANGELOG.md', ...PAGES])('%s links to anchors that exist', (name) => {
  const links = [...read(name).matchAll(/\]\(((?!https?:)[^)#]*\.md)?#([^)]+)\)/g)];
  const gone = links.filter(([, page, anchor = '']) => {
    const target = page === undefined ? new URL(name, DOCS) : new URL(page, new URL(name, DOCS));
    return !anchorsIn(readFileSync(target, 'utf8')).has(anchor);
  });
  expect(gone.map(([link]) => link)).toEqual([]);
});

/** Bullets, paragraphs and cells of tables, without code blocks and headings. */
function textsIn(page: string): readonly string[] {
  const texts: string[] = [];
  let continues = false;
  for (const line of withoutCode(page).split('\n')) {
    const text = line.trim();
    const isTable = text.startsWith('|');
    const isItem = /^([-*]|\d+\.) /.test(text);
    if (isTable) texts.push(...text.split('|'));
    else if (text !== '' && !text.startsWith('#')) {
      if (continues && !isItem) texts.push(`${texts.pop()} ${text}`);
      else texts.push(text.replace(/^([-*]|\d+\.) /, ''));
    }
    continues = text !== '' && !isTable && !text.startsWith('#');
  }
  return texts;
}

const wordsOf = (text: string) => text.split(/\s+/).filter((word) => word !== '');
const HOW_TOS = PAGES.filter((name) => name.startsWith('how-to/'));

it.each(['operations.md', ...HOW_TOS])('%s has at most 40 words in a bullet or paragraph, and 60 lines', (name) => {
  const page = read(name);
  expect(textsIn(page).filter((text) => wordsOf(text).length > 40)).toEqual([]);
  if (HOW_TOS.includes(name)) expect(page.trimEnd().split('\n').length).toBeLessThanOrEqual(60);
});

it('a bullet that continues on the next line is counted as one', () => {
  const page = '# Title\n\n- one\n  two\n- three\n\n```\nfour\n```\n\nfive\nsix\n\n| seven | eight |\n';
  expect(
    textsIn(page)
      .map((text) => text.trim())
      .filter(Boolean),
  ).toEqual(['one two', 'three', 'five six', 'seven', 'eight']);
});

it('the page of operations leads to every how-to', () => {
  const linked = new Set(linksIn(read('operations.md')));
  expect(HOW_TOS.filter((name) => !linked.has(name))).toEqual([]);
});

it('the glossary has each term once', () => {
  const terms = [...read('glossary.md').matchAll(/^\| ([^|]+) \|/gm)].map(([, term = '']) => term);
  const twice = terms.filter((term, place) => !['term', '---', 'word'].includes(term) && terms.indexOf(term) !== place);
  expect(twice).toEqual([]);
});
