// @vitest-environment node
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { formatIn } from './use-locale.ts';

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-12-02T09:00:00+01:00') }));
afterEach(() => void vi.useRealTimers());

it.each([
  ['2026-12-02T08:59:30+01:00', '30 seconds ago'],
  ['2026-12-02T07:30:00+01:00', '1 hour ago'],
  ['2026-12-01T09:30:00+01:00', '23 hours ago'],
  ['2026-12-01T08:59:00+01:00', 'yesterday'],
  ['2026-11-30T09:01:00+01:00', '2 days ago'],
  ['2026-12-01T00:30:00+01:00', 'yesterday'],
  ['2026-10-04T09:00:00+02:00', '1 month ago'],
  ['2024-12-10T09:00:00+01:00', '1 year ago'],
])('tells the age of %s by calendar days: %s', (iso, age) => {
  expect(formatIn('en').age(iso)).toBe(age);
});
