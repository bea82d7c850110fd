import { expect, it } from 'vitest';
import { latestDaysOf } from './recent-events.ts';

const latest = (...counts: readonly number[]) =>
  latestDaysOf(counts.map((count, ago) => ({ date: `2026-11-${20 - ago}`, count })));

it.each([
  ['one day that has all ten', [10, 900_000], ['2026-11-20'], false],
  ['days until there are ten', [3, 4_000, 9], ['2026-11-20', '2026-11-19'], false],
  ['all days of a page with fewer', [1, 2], ['2026-11-20', '2026-11-19'], false],
  ['no day of a page without events', [], [], false],
  ['a busy day', [3, 900_000], ['2026-11-20', '2026-11-19'], true],
])('the latest events are on %s', (_, counts, days, areBusy) => {
  expect(latest(...counts)).toEqual({ days, areBusy });
});
