// @vitest-environment node
import { expect, it } from 'vitest';
import { routePatterns } from '../app/paths.ts';
import { documentAt } from './documents.ts';
import { shellHead } from './shell-head.ts';

const alone = [...routePatterns, '/editor/new', '/nowhere', '/contact/'].filter(
  (path) => documentAt(path) === undefined,
);

it.each(alone)('%s has a title and a description in both languages before the client runs', (path) => {
  const [french, english] = [shellHead(path, 'fr'), shellHead(path, 'en')];
  for (const { title, description } of [french, english]) {
    expect(title).toMatch(/^[^<>"&]+ · Volant$/);
    expect(description).toMatch(/^[^<>"&]{20,}$/);
  }
  expect(french.title).not.toBe(english.title);
});
