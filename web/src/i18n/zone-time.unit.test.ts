import { expect, it } from 'vitest';
import { instantOfZoneTime, zoneTime } from './zone-time.ts';

it.each([
  ['2026-12-01T09:00', '2026-12-01T08:00:00.000Z'],
  ['2026-07-14T00:00', '2026-07-13T22:00:00.000Z'],
  ['2026-03-29T01:59', '2026-03-29T00:59:00.000Z'],
  ['2026-03-29T03:00', '2026-03-29T01:00:00.000Z'],
  ['2026-10-25T03:00', '2026-10-25T02:00:00.000Z'],
])('%s in the zone of the screens is %s', (time, instant) => {
  expect(instantOfZoneTime(time)).toBe(instant);
  expect(zoneTime(instant)).toBe(time);
});

it('takes a time that a night skips an hour later', () => {
  expect(instantOfZoneTime('2026-03-29T02:30')).toBe('2026-03-29T01:30:00.000Z');
});
