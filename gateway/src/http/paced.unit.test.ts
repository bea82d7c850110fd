import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { paced } from './paced.ts';

const PACE = { bytes: 100, withinMs: 80, totalMs: 400 };

/** Chunks of a body, each after a pause. */
async function* pieces(count: number, size: number, pauseMs: number, ended = () => {}): AsyncGenerator<Uint8Array> {
  try {
    for (let piece = 0; piece < count; piece += 1) {
      await delay(pauseMs);
      yield new Uint8Array(size);
    }
  } finally {
    ended();
  }
}

async function read(body: AsyncIterable<Uint8Array>, pauseMs = 0): Promise<number> {
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (pauseMs > 0) await delay(pauseMs);
  }
  return size;
}

describe('a paced body', () => {
  it('passes unchanged', async () => {
    expect(await read(paced(pieces(50, 1_000, 0), PACE))).toBe(50_000);
    expect(await read(paced(pieces(1, 3, 10), PACE))).toBe(3);
    expect(await read(paced(pieces(0, 0, 0), PACE))).toBe(0);
  });

  it('does not count the time that its reader takes', async () => {
    expect(await read(paced(pieces(3, 10, 0), PACE), 100)).toBe(30);
  });

  it.each([
    ['stands still', () => pieces(1, 1_000, 60_000)],
    ['trickles', () => pieces(1_000, 1, 5)],
    ['comes just fast enough, and for ever', () => pieces(10_000, 100, 20)],
  ])('is aborted if it %s', async (_, body) => {
    await expect(read(paced(body(), PACE))).rejects.toMatchObject({ code: 'REQUEST_TIMEOUT' });
  });

  it('is released if its reader stops early, and passes its error on', async () => {
    let ended = false;
    for await (const _ of paced(
      pieces(5, 10, 0, () => (ended = true)),
      PACE,
    ))
      break;
    expect(ended).toBe(true);
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield new Uint8Array(1);
      throw new Error('cut off');
    }
    await expect(read(paced(broken(), PACE))).rejects.toThrow('cut off');
  });
});
