import { expect, it } from 'vitest';
import { firstDayOf, foldedOf, monthsBetween } from './folded-months.ts';

it('lists the months between two days', () => {
  expect(monthsBetween('2025-11-30', '2026-02-01')).toEqual([202511, 202512, 202601]);
  expect(monthsBetween('2025-11-30', '2026-02-02')).toEqual([202511, 202512, 202601, 202602]);
  expect(monthsBetween('2026-02-02', '2026-02-02')).toEqual([202602]);
  expect(firstDayOf(202609)).toBe('2026-09-01');
});

it('reads consecutive months, and stops at an incomplete one', () => {
  const row = (month: number, until: string, rollup = '7') => ({ month, number: '9', until, rollup });
  expect(foldedOf([])).toEqual({ until: '1970-01-01', months: [] });
  expect(foldedOf([row(202512, '2026-01-01'), row(202601, '2026-01-09', '8000000000000')])).toEqual({
    until: '2026-01-09',
    months: [
      { month: 202512, number: 9, until: '2026-01-01', rollup: 7 },
      { month: 202601, number: 9, until: '2026-01-09', rollup: 8_000_000_000_000 },
    ],
  });
  // Two processes folded at once: the month after the incomplete one is counted from the activities.
  expect(foldedOf([row(202512, '2025-12-30'), row(202601, '2026-01-09')])).toMatchObject({
    until: '2025-12-30',
    months: [{ month: 202512 }],
  });
  expect(foldedOf([row(202512, '2025-12-01')])).toEqual({ until: '1970-01-01', months: [] });
  expect(foldedOf([row(202512, '2026-01-01'), row(202601, '2026-01-01')])).toMatchObject({ until: '2026-01-01' });
  expect(foldedOf([row(202510, '2025-11-01'), row(202512, '2026-01-01')]).until).toBe('2025-11-01');
});
