import { describe, expect, it } from 'vitest';
import { createDeviceMarks } from './device-marks.ts';

const account = { userId: 'u1', passwordVersion: 3 };
const marks = createDeviceMarks('secret');

describe('device mark', () => {
  it('names the device in every process with the same secret', () => {
    const mark = marks.markFor(account);
    const device = marks.deviceIn(mark, account);
    expect(device).toBeDefined();
    expect(createDeviceMarks('secret').deviceIn(mark, account)).toBe(device);
    expect(marks.markFor(account, device)).toBe(mark);
    expect(marks.markFor(account)).not.toBe(mark);
  });

  it('is void for another account, after a password change, and under another secret', () => {
    const mark = marks.markFor(account);
    expect(marks.deviceIn(mark, { ...account, userId: 'u2' })).toBeUndefined();
    expect(marks.deviceIn(mark, { ...account, passwordVersion: 4 })).toBeUndefined();
    expect(createDeviceMarks('another').deviceIn(mark, account)).toBeUndefined();
  });

  it('cannot be forged', () => {
    const mark = marks.markFor(account);
    const forged = [...mark];
    forged[0] = forged[0] === 'A' ? 'B' : 'A';
    for (const text of ['', 'x', 'x'.repeat(64), `${mark}x`, mark.slice(1), forged.join(''), 'é'.repeat(64)]) {
      expect(marks.deviceIn(text, account)).toBeUndefined();
    }
  });
});
