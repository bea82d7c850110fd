import { expect, test, vi } from 'vitest';
import { remembered } from './remembered.ts';

test('keeps an entry in use through a flood of texts, and no more entries than its bound', () => {
  const work = vi.fn((text: string) => text.toUpperCase());
  const upper = remembered({ max: 10, maxLength: 100 }, work);
  for (let text = 0; text < 1_000; text += 1) {
    expect(upper('used')).toBe('USED');
    upper(`flood ${text}`);
  }
  expect(work.mock.calls.filter(([text]) => text === 'used')).toHaveLength(1);
  upper('flood 999');
  expect(work).toHaveBeenCalledTimes(1_001);
  upper('flood 900');
  expect(work).toHaveBeenCalledTimes(1_002);
});

test('keeps no text longer than its bound, and keeps a false result too', () => {
  const work = vi.fn(() => false);
  const never = remembered({ max: 10, maxLength: 4 }, work);
  expect([never('short'), never('short'), never('fits'), never('fits')]).toEqual([false, false, false, false]);
  expect(work).toHaveBeenCalledTimes(3);
});
