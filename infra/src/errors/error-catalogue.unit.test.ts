import { textOf } from '@volant/proto/text/catalogues';
import { expect, it } from 'vitest';
import { errorCatalogue } from './error-catalogue.ts';

const TEXTS = {
  NOT_FOUND: { fr: 'Introuvable.', en: 'Not found.' },
  NEW_RULE: { fr: 'Trop tôt.', en: 'Too early.' },
};

it('takes French and English from the feature, and a language for visitors from its refusals', () => {
  const { NOT_FOUND } = errorCatalogue({ NOT_FOUND: { status: 404 } }, TEXTS);
  expect(NOT_FOUND).toMatchObject({ status: 404, fr: 'Introuvable.', en: 'Not found.' });
  expect(textOf(NOT_FOUND, 'de')).toMatch(/^Diese Adresse/);
});

it('falls back to French if a language for visitors lacks the code', () => {
  const { NEW_RULE } = errorCatalogue({ NEW_RULE: { status: 409 } }, TEXTS);
  expect(textOf(NEW_RULE, 'en')).toBe('Too early.');
  expect(textOf(NEW_RULE, 'de')).toBe('Trop tôt.');
});

it('gives the texts of a general code to one without its own, in every language', () => {
  const { ONE, OTHER } = errorCatalogue({ ONE: { status: 400 }, OTHER: { status: 400 } }, TEXTS, 'NOT_FOUND');
  expect(OTHER).toEqual(ONE);
  expect([textOf(ONE, 'fr'), textOf(ONE, 'en')]).toEqual(['Introuvable.', 'Not found.']);
  expect(textOf(ONE, 'de')).toMatch(/^Diese Adresse/);
});

it('refuses a code without a text', () => {
  expect(() => errorCatalogue({ UNKNOWN: { status: 400 } }, TEXTS)).toThrow('UNKNOWN has no text');
});
