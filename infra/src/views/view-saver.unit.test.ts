import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ViewFile } from './view-file.ts';
import { startViewSaver, type ViewSaver } from './view-saver.ts';

let changes: number;
let bytes: number;
let saves: number;
let warnings: number;
let saver: ViewSaver;
let fails: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  [changes, bytes, saves, warnings, fails] = [100, 3_500_000, 0, 0, false];
  saver = startViewSaver({
    store: {
      changes: () => changes,
      size: () => 1_000,
      save: async (write) => (await write({ checkpoints: [], views: [] }))?.bytes,
    },
    async keep() {
      saves += 1;
      if (fails) throw new Error('disk full');
      return { bytes } as ViewFile;
    },
    owner: 'pages',
    log: {
      warn() {
        warnings += 1;
      },
    },
  });
});
afterEach(() => vi.useRealTimers());

it('saves changes once writes pause, within its write rate', async () => {
  await vi.advanceTimersByTimeAsync(60_000);
  expect(saves).toBe(0);
  changes += 1;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(saves).toBe(0);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(saves).toBe(1);
  // At 350 bytes per millisecond, 3.5 MB take ten seconds and 35 MB a hundred.
  bytes *= 10;
  changes += 1;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(saves).toBe(2);
  changes += 1;
  await vi.advanceTimersByTimeAsync(90_000);
  expect(saves).toBe(2);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(saves).toBe(3);
});

it('does not wait after many changes, nor forever for writers', async () => {
  bytes = 1e9;
  changes += 1;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(saves).toBe(1);
  changes += 5_000;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(saves).toBe(2);
  for (let look = 0; look < 7; look += 1) {
    changes += 5_000;
    await vi.advanceTimersByTimeAsync(10_000);
  }
  expect(saves).toBe(3);
});

it('saves unchanged views once a day, so that the file does not become too old', async () => {
  await vi.advanceTimersByTimeAsync(24 * 60 * 60 * 1000 + 20_000);
  expect(saves).toBe(1);
});

it('saves at the end only if there are unsaved changes', async () => {
  await saver.end();
  expect(saves).toBe(0);
  changes += 1;
  await saver.end();
  expect(saves).toBe(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(saves).toBe(1);
});

it('logs a failure and retries', async () => {
  fails = true;
  changes += 1;
  await vi.advanceTimersByTimeAsync(20_000);
  expect([saves, warnings]).toEqual([1, 1]);
  fails = false;
  await vi.advanceTimersByTimeAsync(20_000);
  expect([saves, warnings]).toEqual([2, 1]);
  await saver.end();
  expect(saves).toBe(2);
});
