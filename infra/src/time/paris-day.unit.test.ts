import { describe, expect, it } from 'vitest';
import { addDays, isDay, parisDay, parisHour, untilParisMidnight } from './paris-day.ts';

const at = (iso: string) => Date.parse(iso);
const HOUR = 3_600_000;

describe('parisDay', () => {
  it.each([
    ['winter, the last moment of a day', '2026-01-14T22:59:59.999Z', '2026-01-14'],
    ['winter, midnight', '2026-01-14T23:00:00.000Z', '2026-01-15'],
    ['summer, the last moment of a day', '2026-07-14T21:59:59.999Z', '2026-07-14'],
    ['summer, midnight', '2026-07-14T22:00:00.000Z', '2026-07-15'],
    ['the night clocks go forward begins in winter time', '2026-03-28T22:59:59.999Z', '2026-03-28'],
    ['the day clocks go forward begins', '2026-03-28T23:00:00.000Z', '2026-03-29'],
    ['the day clocks went forward is an hour shorter', '2026-03-29T21:59:59.999Z', '2026-03-29'],
    ['and ends in summer time', '2026-03-29T22:00:00.000Z', '2026-03-30'],
    ['the day clocks go back begins in summer time', '2026-10-24T22:00:00.000Z', '2026-10-25'],
    ['the day clocks went back is an hour longer', '2026-10-25T22:59:59.999Z', '2026-10-25'],
    ['and ends in winter time', '2026-10-25T23:00:00.000Z', '2026-10-26'],
    ['a leap day', '2028-02-29T12:00:00.000Z', '2028-02-29'],
    ['new year', '2026-12-31T23:00:00.000Z', '2027-01-01'],
  ])('finds the day of an instant: %s', (_, instant, day) => {
    expect(parisDay(at(instant))).toBe(day);
  });

  it('agrees with the time zone database at every quarter of an hour of two years, in any order', () => {
    const slow = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris' });
    const quarters = 2 * 366 * 24 * 4;
    const first = at('2026-01-01T00:00:00Z');
    const instants = Array.from({ length: quarters }, (_, step) => first + ((step * 7919) % quarters) * 900_000);
    expect(new Set(instants).size).toBe(quarters);
    expect(instants.filter((instant) => parisDay(instant) !== slow.format(instant))).toEqual([]);
  });
});

it.each([
  ['midnight', '2026-01-14T23:30:00Z', 0],
  ['the hour before clocks go forward', '2026-03-29T00:59:59Z', 1],
  ['the hour after it', '2026-03-29T01:00:00Z', 3],
  ['the hour that the autumn change repeats', '2026-10-25T00:15:00Z', 2],
  ['the same hour once more', '2026-10-25T01:15:00Z', 2],
  ['the last hour of a day', '2026-10-25T22:59:59Z', 23],
])('tells the hour on a clock in Paris: %s', (_, instant, hour) => {
  expect(parisHour(at(instant))).toBe(hour);
});

describe('untilParisMidnight', () => {
  it.each([
    ['2026-01-14T22:59:59.000Z', 1_000],
    ['2026-01-14T23:00:00.000Z', 24 * HOUR],
    ['2026-03-28T23:00:00.000Z', 23 * HOUR],
    ['2026-10-24T22:00:00.000Z', 25 * HOUR],
  ])('counts the milliseconds from %s to the next midnight', (instant, left) => {
    expect(untilParisMidnight(at(instant))).toBe(left);
  });
});

describe('addDays', () => {
  it.each([
    ['2026-03-01', -1, '2026-02-28'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2026-10-25', 1, '2026-10-26'],
    ['2026-12-31', 1, '2027-01-01'],
  ])('moves %s by %i days', (day, days, expected) => {
    expect(addDays(day, days)).toBe(expected);
  });
});

describe('isDay', () => {
  it.each(['2026-02-30', '2026-13-01', '26-01-01', '2026-1-1', '', '1969-12-31', '9999-01-01', '2026-01-01T00'])(
    'rejects %j',
    (text) => {
      expect(isDay(text)).toBe(false);
    },
  );
  it('accepts a day', () => {
    expect(isDay('2028-02-29')).toBe(true);
  });
});
