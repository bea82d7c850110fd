import { v4, v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { EARLY_MS, isUuid, LATE_MS, timeOfEvent } from './event-id.ts';

const NOW = Date.parse('2026-11-20T12:00:00.000Z');
const idAt = (msecs: number) => v7({ msecs });

describe('timeOfEvent', () => {
  it.each([
    ['now', 0],
    ['as late as can be believed', -LATE_MS],
    ['as early as can be believed', EARLY_MS],
  ])('takes the time inside a UUIDv7: %s', (_, offset) => {
    expect(timeOfEvent(idAt(NOW + offset), NOW)).toBe(NOW + offset);
  });

  it.each([
    ['too late', -LATE_MS - 1],
    ['too early', EARLY_MS + 1],
    ['of another age', -NOW],
  ])('takes the time of receipt if the time of the id is implausible: %s', (_, offset) => {
    expect(timeOfEvent(idAt(NOW + offset), NOW)).toBe(NOW);
  });

  it('takes the time of receipt for an id without a time', () => {
    expect(timeOfEvent(v4(), NOW)).toBe(NOW);
    // Random bits that look like a recent time are ignored unless the version is 7.
    const id = idAt(NOW - 1_000);
    expect(timeOfEvent(`${id.slice(0, 14)}4${id.slice(15)}`, NOW)).toBe(NOW);
  });

  it('dates a retry to the time of the first attempt', () => {
    const id = idAt(NOW - 1_000);
    expect(timeOfEvent(id, NOW)).toBe(timeOfEvent(id, NOW + 6 * 24 * 3_600_000));
  });
});

describe('isUuid', () => {
  it.each([v4(), v7(), v4().toUpperCase()])('accepts %s', (text) => {
    expect(isUuid(text)).toBe(true);
  });
  it.each(['', 'x', '00000000-0000-0000-0000-000000000000', `${v4()} `, v4().replaceAll('-', ''), `{${v4()}}`])(
    'refuses %j',
    (text) => {
      expect(isUuid(text)).toBe(false);
    },
  );
});
