import { expect, it, vi } from 'vitest';
import { createLogger } from '../process/observability/log.ts';
import { createJobs } from './jobs.ts';

const log = createLogger({ name: 'test', level: 'silent' });

it('runs a job although the one before it failed', async () => {
  const run = vi.fn(async () => 1);
  const failing = { name: 'failing', run: () => Promise.reject(new Error('away')) };
  const jobs = createJobs([failing, { name: 'other', run }], { everyMs: 60_000, log });
  await jobs.start();
  await jobs.stop();
  expect(run).toHaveBeenCalledOnce();
});

it('runs again at intervals, and no longer after the stop', async () => {
  vi.useFakeTimers();
  try {
    const run = vi.fn(async () => 0);
    const jobs = createJobs([{ name: 'one', run }], { everyMs: 1_000, log });
    await jobs.start();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(run).toHaveBeenCalledTimes(3);
    await jobs.stop();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(run).toHaveBeenCalledTimes(3);
  } finally {
    vi.useRealTimers();
  }
});
