// @vitest-environment node
import { languagesWith } from '@volant/proto/text/languages';
import { expect, it } from 'vitest';
import { screens } from '../app/screens.ts';
import { documentAt } from './documents.ts';
import { shellHead } from './shell-head.ts';

const alone = [...screens.map(({ path }) => path), '/nowhere', '/contact/'].filter(
  (path) => documentAt(path) === undefined,
);

it.each(alone)('%s has a title and a description in both languages before the client runs', (path) => {
  const [french, english] = [shellHead(path, 'fr'), shellHead(path, 'en')];
  expect([french.language, english.language]).toEqual(['fr', 'en']);
  for (const { title, description } of [french, english]) {
    expect(title).toMatch(/^[^<>"&]+ · Volant$/);
    expect(description).toMatch(/^[^<>"&]{20,}$/);
  }
  expect(french.title).not.toBe(english.title);
});

it.each([
  ['/d/abc', 'ar', 'lang="ar" dir="rtl"'],
  ['/report/abc', 'de', 'lang="de" dir="ltr"'],
  ['/contact', 'fr', 'lang="fr" dir="ltr"'],
] as const)('%s requested in a visitor’s language is in %s', (path, language, attributes) => {
  const requested = path === '/contact' ? 'ar' : language;
  const head = shellHead(path, requested);
  expect(head.language).toBe(language);
  expect(head.attributes).toContain(attributes);
  expect(head.attributes.includes(' ar')).toBe(path !== '/contact');
});

it.each([
  ['lost', 'Cette carte'],
  ['replaced', 'Cette carte'],
  ['inactive', 'Cette page'],
  ['blocked', 'Cette page'],
  ['notFound', 'Page introuvable'],
  ['setUp', ''],
  ['unclaimed', 'Cette carte attend son chauffeur'],
] as const)('says without a script that a card is %s', (card, words) => {
  const { withoutScript } = shellHead('/d/', 'fr', card);
  expect(withoutScript).toMatch(new RegExp(`^<h1>${words}[^<]*</h1><p>[^<]{10,}</p><p lang="fr"`));
  expect(shellHead('/d/', 'de', card).withoutScript).not.toContain(words || '§');
});

it('says to try later while a page is paused, but not when it is blocked', () => {
  expect(shellHead('/d/', 'en', 'inactive').withoutScript).toContain('try again later');
  expect(shellHead('/d/', 'en', 'blocked').withoutScript).not.toContain('try again later');
});

it('says in every language that a screen needs JavaScript', () => {
  const said = shellHead('/d/abc', 'fr').withoutScript.match(/<p lang="\w+" dir="(?:ltr|rtl)">/g);
  expect(said?.length).toBe(languagesWith('document').length);
});
