import { renderHook } from '@testing-library/react';
import { LANGUAGES, languagesWith } from '@volant/proto/text/languages';
import i18next from 'i18next';
import { expect, it } from 'vitest';
import { dictionaries } from '../server/texts.ts';
import { startAllTexts, textGroups } from '../testing/all-texts.ts';
import { chooseLanguage, startTexts } from './i18n.ts';
import { useLocale } from './use-locale.ts';

const catalogues = import.meta.glob<object>('./texts/*.fr.json', { eager: true, import: 'default' });
const catalogue = (group: string) => catalogues[`./texts/${group}.fr.json`] ?? {};
const keysOf = (value: object, at = ''): string[] =>
  Object.entries(value).flatMap(([name, inner]) =>
    typeof inner === 'string' ? [`${at}${name}`] : keysOf(inner, `${at}${name}.`),
  );
const withoutPlural = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '');

it.each(languagesWith())('every text is shown in %s, and no key instead', async (language) => {
  const has = (area: string) => LANGUAGES[language].areas.some((one) => one === area);
  await startAllTexts(textGroups.filter(has));
  await chooseLanguage(language);
  expect(i18next.language).toBe(language);
  const { document, ...texts } = dictionaries[language];
  const sections = new Set(textGroups.filter(has).flatMap((group) => Object.keys(catalogue(group))));
  const missing = keysOf(texts).filter(
    (key) =>
      sections.has(key.split('.')[0] ?? '') &&
      i18next.t(withoutPlural(key) as never, { count: 3 }) === withoutPlural(key),
  );
  expect(missing).toEqual([]);
  expect(sections.size).toBeGreaterThan(10);
});

it('formats numbers, days and differences for the language', async () => {
  await startTexts();
  const written = async (language: 'fr' | 'en') => {
    await chooseLanguage(language);
    const { result } = renderHook(() => useLocale().format);
    const { number, day, month, change, country } = result.current;
    return [number(1234567), day('2026-03-01'), month('2026-03-01'), change(-3), change(0), change(4), country('CH')];
  };
  expect(await written('fr')).toEqual(['1\u202f234\u202f567', 'dim. 1er mars', 'mars 2026', '−3', '0', '+4', 'Suisse']);
  expect(await written('en')).toEqual(['1,234,567', 'Sun 1 March', 'March 2026', '−3', '0', '+4', 'Switzerland']);
});

it.each([
  ['fr', '20 novembre 2026', '20 nov. 2026, 00:30'],
  ['en', '20 November 2026', '20 Nov 2026, 00:30'],
] as const)('formats instants in Paris time, in %s, in any time zone', async (language, day, moment) => {
  await startTexts();
  await chooseLanguage(language);
  const { result } = renderHook(() => useLocale().format);
  expect([result.current.date('2026-11-19T23:30:00Z'), result.current.dayAndTime('2026-11-19T23:30:00Z')]).toEqual([
    day,
    moment,
  ]);
});
