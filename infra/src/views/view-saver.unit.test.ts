import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startViewSaver } from './view-saver.ts';

let changes: number;
let saves: number;
let saveMs: number;
let warnings: number;
let saver: ReturnType<typeof startViewSaver>;
let fails: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  [changes, saves, saveMs, warnings, fails] = [100, 0, 0, 0, false];
  saver = startViewSaver({
    store: { changes: () => changes, save: async (write) => void (await write({ checkpoints: [], views: [] })) },
    async keep() {
      saves += 1;
      if (fails) throw new Error('disk full');
      if (saveMs > 0) await new Promise((resolve) => setTimeout(resolve, saveMs));
      return undefined;
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

it('saves changes within seconds, and unchanged views not at all', async () => {
  await vi.advanceTimersByTimeAsync(60_000);
  expect(saves).toBe(0);
  changes += 1;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(saves).toBe(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(saves).toBe(1);
});

it('waits longer after a save that took longer', async () => {
  saveMs = 1_000;
  changes += 1;
  await vi.advanceTimersByTimeAsync(12_000);
  changes += 1;
  await vi.advanceTimersByTimeAsync(280_000);
  expect(saves).toBe(1);
  await vi.advanceTimersByTimeAsync(40_000);
  expect(saves).toBe(2);
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
  await vi.advanceTimersByTimeAsync(10_000);
  expect([saves, warnings]).toEqual([1, 1]);
  fails = false;
  await vi.advanceTimersByTimeAsync(10_000);
  expect([saves, warnings]).toEqual([2, 1]);
  await saver.end();
  expect(saves).toBe(2);
});
