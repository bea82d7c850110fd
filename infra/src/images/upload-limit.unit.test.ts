import { describe, expect, it } from 'vitest';
import { createMemoryCache } from '../cache/memory-cache.ts';
import { receiveImage } from './upload-limit.ts';

/** A body that sends nothing until `release`, and then no picture. */
function standing() {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  async function* body(): AsyncGenerator<Uint8Array> {
    await held;
    yield Buffer.from('no picture');
  }
  return { body: body(), release };
}
const outcome = (upload: Promise<unknown>) =>
  upload.then(
    () => 'taken',
    ({ code }: { code: string }) => code,
  );

describe('uploads of one person', () => {
  it('are limited to three at once, independently of others, and a refusal counts for no limit', async () => {
    const cache = createMemoryCache();
    const send = (userId: string) => {
      const { body, release } = standing();
      return { release, outcome: outcome(receiveImage(cache, userId, body, 4)) };
    };
    const first = [send('ana'), send('ana'), send('ana')];
    expect(await send('ana').outcome).toBe('TOO_MANY_REQUESTS');
    const other = send('bob');
    for (const { release } of [...first, other]) release();
    expect(await Promise.all([...first, other].map((each) => each.outcome))).toEqual(Array(4).fill('IMAGE_INVALID'));

    const fourth = send('ana');
    fourth.release();
    expect(await fourth.outcome).toBe('IMAGE_INVALID');
    expect(await send('ana').outcome).toBe('TOO_MANY_REQUESTS');
  });
});
