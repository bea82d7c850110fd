import { expect, it } from 'vitest';
import { formatIn } from './use-locale.ts';

it('the first of a month is “1er” in French', () => {
  const { day, shortDay, fullDay, date, dayAndTime } = formatIn('fr');
  const first = '2026-11-01';
  expect([
    day(first),
    shortDay(first),
    fullDay(first),
    date(`${first}T12:00:00Z`),
    dayAndTime(`${first}T12:00:00Z`),
  ]).toEqual(['dim. 1er novembre', '1er nov.', '1er novembre 2026', '1er novembre 2026', '1er nov. 2026, 13:00']);
  expect([fullDay('2026-11-11'), fullDay('2026-11-21'), formatIn('en').fullDay(first)]).toEqual([
    '11 novembre 2026',
    '21 novembre 2026',
    '1 November 2026',
  ]);
});

it.each([
  ['en', '7–9 pm', '11 am – 1 pm', '12–2 am', '10 pm – 12 am', '11 pm – 1 am'],
  ['fr', '19 h – 21 h', '11 h – 13 h', '00 h – 02 h', '22 h – 00 h', '23 h – 01 h'],
  ['de', '19–21 Uhr', '11–13 Uhr', '00–02 Uhr', '22 Uhr – 00 Uhr', '23 Uhr – 01 Uhr'],
] as const)('formats ranges of hours in %s', (language, ...expected) => {
  const { hours } = formatIn(language);
  const ranges = [hours(19, 21), hours(11, 13), hours(0, 2), hours(22, 24), hours(23, 1)];
  expect(ranges.map((range) => range.replaceAll(/[\u00a0\u2009\u202f]/g, ' '))).toEqual(expected);
});
