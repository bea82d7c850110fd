import { expect, it } from 'vitest';
import { latestDaysOf, readWith } from './recent-events.ts';

const asked = (pageUid: string, ...counts: readonly number[]) => ({
  scope: { pageUid, tenure: 1, withoutOwner: false },
  ...latestDaysOf(counts.map((count, ago) => ({ date: `2026-11-${20 - ago}`, count }))),
});

it('pages with little on the days of their latest events are read together, busy ones by themselves', () => {
  expect(readWith(asked('a'))).toBe(readWith(asked('b', 3, 4_000)));
  // Days that are not looked into do not count.
  expect(readWith(asked('a', 3))).toBe(readWith(asked('b', 10, 900_000)));
  const busy = readWith(asked('b', 3, 900_000));
  expect(busy).not.toBe(readWith(asked('a', 3)));
  expect(busy).not.toBe(readWith(asked('c', 900_000)));
});
