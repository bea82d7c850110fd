import { describe, expect, it } from 'vitest';
import { createTaskThread } from './task-thread.ts';

const threadWithin = (deadlineMs: number) =>
  createTaskThread<'hang' | 'fail' | 'grow' | number, number>({
    program: new URL('../../testing/thread-program.ts', import.meta.url),
    deadlineMs,
  });
const PATIENT = 60_000;

describe('a thread for tasks', () => {
  it('returns the value of each task, and goes on after one that fails', async () => {
    const run = threadWithin(PATIENT);
    const answers = await Promise.allSettled([run(1), run('fail'), run(2)]);
    expect(answers).toEqual([
      { status: 'fulfilled', value: 1 },
      { status: 'rejected', reason: new Error('refused') },
      { status: 'fulfilled', value: 2 },
    ]);
  });

  it('ends a task at its deadline, and does the next on a new thread', async () => {
    const run = threadWithin(3_000);
    await expect(run('hang')).rejects.toThrow('3000');
    // The time that a thread takes to start counts, too.
    await expect.poll(() => run(3).catch(() => undefined)).toBe(3);
  });

  it('ends a task that takes too much memory, and the process stays', async () => {
    const run = threadWithin(PATIENT);
    await expect(run('grow')).rejects.toThrow('memory');
    expect(await run(4)).toBe(4);
  });

  it('rejects tasks beyond its limit as unavailable', async () => {
    const run = threadWithin(PATIENT);
    const answers = await Promise.allSettled(Array.from({ length: 26 }, (_, i) => run(i)));
    const refused = answers.filter(({ status }) => status === 'rejected');
    expect(refused).toMatchObject([{ reason: { code: 'UNAVAILABLE' } }, { reason: { code: 'UNAVAILABLE' } }]);
  });
});
