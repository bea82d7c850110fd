import { describe, expect, it } from 'vitest';
import { retry } from './retry.ts';

const PAUSES = { firstRetryMs: 1, longestRetryMs: 4 };

/** Work that fails this many times, with a TypeError. */
function failing(times: number) {
  let tries = 0;
  return async () => {
    tries += 1;
    if (tries <= times) throw new TypeError(`failure ${tries}`);
    return tries;
  };
}

describe('retry', () => {
  it('retries until success, reporting each failure of any type', async () => {
    const failures: unknown[] = [];
    const onFailure = (error: unknown, count: number) => failures.push([(error as Error).message, count]);
    expect(await retry(failing(3), { ...PAUSES, onFailure })).toBe(4);
    expect(failures).toEqual([
      ['failure 1', 1],
      ['failure 2', 2],
      ['failure 3', 3],
    ]);
  });

  it('throws a final error unchanged', async () => {
    const final = new Error('no');
    const work = () => Promise.reject(final);
    await expect(retry(work, { ...PAUSES, isFinal: (error) => error === final })).rejects.toBe(final);
  });

  it('returns the result of work that was under way when its signal aborted', async () => {
    const ending = new AbortController();
    const work = async () => {
      ending.abort();
      return 'opened';
    };
    const failures: unknown[] = [];
    const onFailure = (error: unknown) => failures.push(error);
    expect(await retry(work, { ...PAUSES, signal: ending.signal, onFailure })).toBe('opened');
    // An abort is not reported as a failure.
    expect(failures).toEqual([]);
  });

  it('ends during a pause if its signal aborts', async () => {
    const ending = new AbortController();
    const trying = retry(failing(9), { firstRetryMs: 60_000, longestRetryMs: 60_000, signal: ending.signal });
    const refused = expect(trying).rejects.toThrow('over');
    await new Promise((resolve) => setImmediate(resolve));
    ending.abort(new Error('over'));
    await refused;
  });
});
