// @vitest-environment node
import { expect, it } from 'vitest';
import { screens } from '../app/screens.ts';
import { documentAt } from './documents.ts';
import { shellHead } from './shell-head.ts';

const alone = [...screens.map(({ path }) => path), '/nowhere', '/contact/'].filter(
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
