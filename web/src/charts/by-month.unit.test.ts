// @vitest-environment node
import { expect, it } from 'vitest';
import { columnsOf } from './by-month.ts';

const day = (date: string, views: number, clicks = 0, visitors = 0) => ({ date, views, clicks, visitors });
/** Days before 1 March 2026, newest first. */
const daysBefore = (count: number) =>
  Array.from({ length: count }, (_, age) =>
    day(new Date(Date.UTC(2026, 1, 28) - age * 86_400_000).toISOString().slice(0, 10), 1, 2, 3),
  );

it('keeps a few days separate', () => {
  const days = daysBefore(92);
  expect(columnsOf(days)).toEqual({ unit: 'day', rows: days });
});

it('sums many days by month, newest first', () => {
  const { unit, rows } = columnsOf(daysBefore(93));
  expect(unit).toBe('month');
  expect(rows).toEqual([
    day('2026-02-01', 28, 56, 84),
    day('2026-01-01', 31, 62, 93),
    day('2025-12-01', 31, 62, 93),
    day('2025-11-01', 3, 6, 9),
  ]);
});
