import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { returnMemoryWhenIdle } from './idle-memory.ts';

const MIB = 1024 * 1024;
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('collects once after work, and again after more of it', () => {
  let busy = 0.5;
  let size = 130 * MIB;
  let collections = 0;
  returnMemoryWhenIdle({
    busyShare: () => busy,
    heapSize: () => size,
    collect() {
      collections += 1;
      size = 70 * MIB;
    },
  });
  const after = (seconds: number) => {
    vi.advanceTimersByTime(seconds * 1_000);
    return collections;
  };
  expect(after(90)).toBe(0);
  busy = 0.01;
  expect(after(30)).toBe(1);
  size += 10 * MIB;
  expect(after(90)).toBe(1);
  size += 10 * MIB;
  expect(after(30)).toBe(2);
});
