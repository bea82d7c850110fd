import { expect, it } from 'vitest';
import { languageOf } from './negotiate.ts';

it.each([
  [undefined, 'fr'],
  ['', 'fr'],
  ['en', 'en'],
  ['EN-gb,fr;q=0.8', 'en'],
  [' en-US', 'en'],
  ['en_US', 'en'],
  ['pt_BR,fr;q=0.8', 'pt'],
  ['fr,en;q=0.9', 'fr'],
  ['en;q=0.5,fr;q=0.9', 'fr'],
  ['fr;q=0,en;q=0.1', 'en'],
  ['xx-XX,en;q=0.9', 'en'],
  ['xx', 'fr'],
  ['enm', 'fr'],
  ['*', 'fr'],
  [';;;q=,,', 'fr'],
] as const)('answers %j in %s', (header, language) => {
  expect(languageOf(header)).toBe(language);
});
