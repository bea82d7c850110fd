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
