import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import type { EventCodec } from './event-codec.ts';
import { type Commit, STREAM_ERASED } from './event-store.ts';
import { type Fold, loadStream } from './load-stream.ts';

type Noted = { readonly type: 'Noted'; readonly data: { readonly text: string } };

const notes: Fold<readonly string[], Noted> = {
  initialState: [],
  evolve: (state, { data }) => [...state, data.text],
};
const last: Fold<string, Noted> = { initialState: '', evolve: (_, { data }) => data.text };

const codec: EventCodec<Noted> = {
  schemaOf: () => 1,
  read: ({ type, data }) => (type === STREAM_ERASED ? undefined : ({ type, data } as Noted)),
};

/** A store of one stream that counts the commits it gives. */
class OneStream {
  commits: Commit[] = [];
  given = 0;

  async readStream(streamId: string, after = 0): Promise<readonly Commit[]> {
    const commits = this.commits.filter((commit) => commit.streamId === streamId && commit.version > after);
    this.given += commits.length;
    return commits;
  }

  append(type: string, data: object = {}): void {
    const version = (this.commits.at(-1)?.version ?? 0) + 1;
    this.commits.push({
      position: version,
      streamId: 's',
      version,
      commandId: `c${version}`,
      events: [{ id: `e${version}`, type, schema: 1, data }],
      meta: { actor: 'x', correlationId: 'x' },
      at: '2026-01-01T00:00:00.000Z',
    });
  }

  note(...texts: readonly (string | number)[]): void {
    for (const text of texts) this.append('Noted', { text: `${text}` });
  }

  erase(): void {
    this.append(STREAM_ERASED);
    this.commits = this.commits.slice(-1);
  }
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

function longStream(): OneStream {
  const stream = new OneStream();
  stream.note(...numbers(100));
  return stream;
}

describe('a stream that is loaded again and again', () => {
  it('is read from its beginning while it is short', async () => {
    const stream = new OneStream();
    stream.note('a', 'b');
    for (const _ of numbers(3)) {
      expect(await loadStream(stream, notes, codec, 's')).toEqual({ state: ['a', 'b'], version: 2 });
    }
    expect(stream.given).toBe(6);
  });

  it('is read from where it was read before once it is long', async () => {
    const stream = longStream();
    const first = await loadStream(stream, notes, codec, 's');
    expect(first.version).toBe(100);
    expect(first.state).toHaveLength(100);
    stream.note('next');
    expect(await loadStream(stream, notes, codec, 's')).toEqual({ state: [...first.state, 'next'], version: 101 });
    expect(await loadStream(stream, notes, codec, 's')).toEqual({ state: [...first.state, 'next'], version: 101 });
    expect(stream.given).toBe(101);
  });

  it('is folded by each fold for itself, and apart in each store', async () => {
    const stream = longStream();
    await loadStream(stream, notes, codec, 's');
    expect(await loadStream(stream, last, codec, 's')).toEqual({ state: '100', version: 100 });
    expect(await loadStream(new OneStream(), notes, codec, 's')).toEqual({ state: [], version: 0 });
  });

  it('begins anew where it was erased since', async () => {
    const stream = longStream();
    await loadStream(stream, notes, codec, 's');
    stream.erase();
    expect(await loadStream(stream, notes, codec, 's')).toEqual({ state: [], version: 101 });
    stream.note('anew');
    expect(await loadStream(stream, notes, codec, 's')).toEqual({ state: ['anew'], version: 102 });
    expect(stream.given).toBe(102);
  });

  it('is not remembered older than somebody knows it who read it meanwhile', async () => {
    const stream = longStream();
    await loadStream(stream, notes, codec, 's');
    const earlier = [...stream.commits];
    const slow = { ...notes, evolve: vi.fn(notes.evolve) };
    await loadStream(stream, slow, codec, 's');
    // One who has read before the note was there, and remembers after another who has read it.
    let answer: (commits: readonly Commit[]) => void = () => {};
    const readStream = stream.readStream.bind(stream);
    stream.readStream = () => new Promise((resolve) => (answer = resolve));
    const late = loadStream(stream, slow, codec, 's');
    stream.readStream = readStream;
    stream.note('next');
    await loadStream(stream, slow, codec, 's');
    answer(earlier.slice(100));
    expect((await late).version).toBe(100);
    const folded = slow.evolve.mock.calls.length;
    expect((await loadStream(stream, slow, codec, 's')).version).toBe(101);
    expect(slow.evolve.mock.calls.length).toBe(folded);
  });

  it('is forgotten after a minute, so that nothing that was erased stays', async () => {
    const stream = longStream();
    await loadStream(stream, notes, codec, 's');
    const later = performance.now() + 61_000;
    const now = vi.spyOn(performance, 'now').mockImplementation(() => later);
    // A cache looks at the time once a millisecond.
    await sleep(5);
    await loadStream(stream, notes, codec, 's');
    now.mockRestore();
    expect(stream.given).toBe(200);
  });
});
