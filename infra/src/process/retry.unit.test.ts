import { describe, expect, it } from 'vitest';
import { retry } from './retry.ts';

const PAUSES = { firstRetryMs: 1, longestRetryMs: 4 };

/** Work that fails so many times, with a mistake such as a program makes. */
function failing(times: number) {
  let tries = 0;
  return async () => {
    tries += 1;
    if (tries <= times) throw new TypeError(`failure ${tries}`);
    return tries;
  };
}

describe('retry', () => {
  it('tries until it succeeds, telling of each failure, whatever it is', async () => {
    const told: unknown[] = [];
    const onFailure = (error: unknown, failures: number) => told.push([(error as Error).message, failures]);
    expect(await retry(failing(3), { ...PAUSES, onFailure })).toBe(4);
    expect(told).toEqual([
      ['failure 1', 1],
      ['failure 2', 2],
      ['failure 3', 3],
    ]);
  });

  it('throws what is final as it is', async () => {
    const final = new Error('no');
    const work = () => Promise.reject(final);
    await expect(retry(work, { ...PAUSES, isFinal: (error) => error === final })).rejects.toBe(final);
  });

  it('has the result of what was under way when its signal aborted', async () => {
    const ending = new AbortController();
    const work = async () => {
      ending.abort();
      return 'opened';
    };
    const told: unknown[] = [];
    const onFailure = (error: unknown) => told.push(error);
    expect(await retry(work, { ...PAUSES, signal: ending.signal, onFailure })).toBe('opened');
    // The end is no failure, and nobody is to read of one.
    expect(told).toEqual([]);
  });

  it('ends in the middle of a pause when its signal aborts', async () => {
    const ending = new AbortController();
    const trying = retry(failing(9), { firstRetryMs: 60_000, longestRetryMs: 60_000, signal: ending.signal });
    const refused = expect(trying).rejects.toThrow('over');
    await new Promise((resolve) => setImmediate(resolve));
    ending.abort(new Error('over'));
    await refused;
  });
});
