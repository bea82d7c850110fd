import type { Language } from '@volant/proto/text/languages';
import { expect, it } from 'vitest';
import { errorCatalogue, textOf } from './error-catalogue.ts';

const TEXTS: Partial<Record<Language, Readonly<Record<string, string>>>> = {
  fr: { NOT_FOUND: 'Introuvable.', NEW_RULE: 'Trop tôt.' },
  en: { NOT_FOUND: 'Not found.', NEW_RULE: 'Too early.' },
};
const load = async (language: Language) => ({ default: TEXTS[language] ?? {} });

it('takes French and English from the feature, and a language for visitors from its refusals', async () => {
  const { NOT_FOUND } = await errorCatalogue({ NOT_FOUND: { status: 404 } }, load);
  expect(NOT_FOUND).toMatchObject({ status: 404, fr: 'Introuvable.', en: 'Not found.' });
  expect(textOf(NOT_FOUND, 'de')).toMatch(/^Diese Adresse/);
});

it('falls back to French if a language for visitors lacks the code', async () => {
  const { NEW_RULE } = await errorCatalogue({ NEW_RULE: { status: 409 } }, load);
  expect(textOf(NEW_RULE, 'en')).toBe('Too early.');
  expect(textOf(NEW_RULE, 'de')).toBe('Trop tôt.');
});

it('gives the text of a general code to one without a text', async () => {
  const { ONE } = await errorCatalogue({ ONE: { status: 400 } }, load, 'NEW_RULE');
  expect([textOf(ONE, 'fr'), textOf(ONE, 'en')]).toEqual(['Trop tôt.', 'Too early.']);
});

it('refuses a code without a text', async () => {
  await expect(errorCatalogue({ UNTOLD: { status: 400 } }, load)).rejects.toThrow('UNTOLD has no text');
});
