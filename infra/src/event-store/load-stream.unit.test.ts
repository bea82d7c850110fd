import { describe, expect, it } from 'vitest';
import { shapeOf } from '../testing/shape-of.ts';
import { streamsInMemory } from '../testing/streams-in-memory.ts';
import type { EventCodec } from './event-codec.ts';
import { type Commit, STREAM_ERASED } from './event-store.ts';
import { type Fold, loadStream, loadStreams, loadVersion } from './load-stream.ts';

type Noted = { readonly type: 'Noted'; readonly data: { readonly text: string } };

const notes: Fold<readonly string[], Noted> = {
  initialState: [],
  evolve: (state, { data }) => [...state, data.text],
  snapshot: { name: 'notes', shape: 'one' },
};

const codec: EventCodec<Noted> = {
  schemaOf: () => 1,
  read: ({ type, data }) => (type === STREAM_ERASED ? undefined : ({ type, data } as Noted)),
};

/** A store that reads slices of four commits. */
class Streams {
  commits: Commit[] = [];
  readonly store = streamsInMemory(() => this.commits, 4);

  append(streamId: string, type: string, data: object = {}): void {
    const version = (this.commits.findLast((commit) => commit.streamId === streamId)?.version ?? 0) + 1;
    const position = (this.commits.at(-1)?.position ?? 0) + 1;
    const events = [{ id: `e${position}`, type, schema: 1, data }];
    const meta = { actor: 'x', correlationId: 'x' };
    const at = '2026-01-01T00:00:00.000Z';
    this.commits.push({ position, streamId, version, commandId: `c${position}`, events, meta, at });
  }

  note(count: number, streamId = 's'): void {
    for (let left = count; left > 0; left -= 1) this.append(streamId, 'Noted', { text: `note ${left}` });
  }

  /** The reads since the last call. */
  reads(): readonly string[] {
    return this.store.reads.splice(0);
  }
}

function streamOf(count: number): Streams {
  const streams = new Streams();
  streams.note(count);
  return streams;
}

const load = (streams: Streams, fold = notes) => loadStream(streams.store, fold, codec, 's');

describe('loadStream', () => {
  it('folds a short stream from its beginning and saves no snapshot', async () => {
    const streams = streamOf(2);
    expect(await load(streams)).toEqual({ state: ['note 2', 'note 1'], version: 2 });
    expect(streams.store.savedSnapshots.size).toBe(0);
  });

  it('reads a long stream in slices, and from its snapshot the next time', async () => {
    const streams = streamOf(30);
    const first = await load(streams);
    expect(first.version).toBe(30);
    expect(streams.reads()).toEqual([0, 4, 8, 12, 16, 20, 24, 28].map((after) => `s behind ${after}`));
    streams.note(1);
    expect(await load(streams)).toEqual({ state: [...first.state, 'note 1'], version: 31 });
    expect(streams.reads()).toEqual(['s behind 30']);
  });

  it('yields to the event loop between two slices', async () => {
    const streams = streamOf(30);
    let turns = 0;
    const loading = load(streams);
    const count = () => {
      turns += 1;
      if (turns < 5) setImmediate(count);
    };
    setImmediate(count);
    await loading;
    expect(turns).toBe(5);
  });

  it('ignores a snapshot of another shape and replaces it', async () => {
    const streams = streamOf(30);
    await load(streams);
    streams.reads();
    const other: typeof notes = {
      ...notes,
      evolve: (state, { data }) => [...state, data.text.toUpperCase()],
      snapshot: { name: 'notes', shape: 'two' },
    };
    expect((await load(streams, other)).state[0]).toBe('NOTE 30');
    expect(streams.reads()[0]).toBe('s behind 0');
    expect([...streams.store.savedSnapshots.values()]).toMatchObject([{ shape: 'two', version: 30 }]);
  });

  it('saves no snapshot for a fold without a snapshot kind', async () => {
    const streams = streamOf(30);
    const { snapshot: _, ...plain } = notes;
    await load(streams, plain);
    expect(streams.store.savedSnapshots.size).toBe(0);
  });

  it('restarts after an erasure marker, whatever commits are left before it', async () => {
    const streams = streamOf(30);
    streams.append('s', STREAM_ERASED);
    streams.note(1);
    // The first commits are already deleted, and this fold fails without them.
    streams.commits = streams.commits.filter(({ version }) => version > 10);
    const strict: typeof notes = {
      ...notes,
      evolve: (state, event, version) => {
        if (state.length === 0 && version < 32) throw new Error('its beginning is missing');
        return notes.evolve(state, event, version);
      },
    };
    expect(await load(streams, strict)).toEqual({ state: ['note 1'], version: 32 });
  });

  it('fails on a broken stream that is not being erased', async () => {
    const streams = streamOf(10);
    const broken: typeof notes = {
      ...notes,
      evolve: () => {
        throw new Error('broken');
      },
    };
    await expect(load(streams, broken)).rejects.toThrow('broken');
  });

  it('saves no snapshot of a stream that ends with its erasure', async () => {
    const streams = streamOf(30);
    streams.append('s', STREAM_ERASED);
    expect(await load(streams)).toEqual({ state: [], version: 31 });
    expect(streams.store.savedSnapshots.size).toBe(0);
  });
});

describe('loadVersion', () => {
  it('returns the state at that version, from a snapshot if it is not newer', async () => {
    const streams = streamOf(30);
    const whole = await load(streams);
    streams.note(5);
    streams.reads();
    expect(await loadVersion(streams.store, notes, codec, 's', 32)).toEqual([...whole.state, 'note 5', 'note 4']);
    expect(streams.reads()).toEqual(['s behind 30']);
    expect(await loadVersion(streams.store, notes, codec, 's', 3)).toEqual(['note 30', 'note 29', 'note 28']);
    expect(streams.reads()).toEqual(['s behind 0']);
    expect([...streams.store.savedSnapshots.values()]).toMatchObject([{ version: 30 }]);
  });
});

describe('loadStreams', () => {
  it('loads short, long and unknown streams', async () => {
    const streams = streamOf(30);
    streams.note(2, 't');
    const ids = ['s', 't', 'unknown', 's'];
    for (const _ of [1, 2]) {
      const loaded = await loadStreams(streams.store, notes, codec, ids);
      expect([...loaded].map(([id, { state, version }]) => [id, state.length, version])).toEqual([
        ['s', 30, 30],
        ['t', 2, 2],
        ['unknown', 0, 0],
      ]);
    }
    expect(streams.reads().slice(-3)).toEqual(['s behind 30', 't behind 0', 'unknown behind 0']);
  });
});

describe('the shape of a fold', () => {
  const history: readonly Noted[] = ['a', 'b'].map((text) => ({ type: 'Noted', data: { text } }));

  it.each<[string, Fold<object, Noted>]>([
    ['another state', { ...notes, evolve: (state, { data }) => [...(state as string[]), { text: data.text }] }],
    ['another beginning', { ...notes, initialState: ['first'] }],
    ['another order', { ...notes, evolve: (state, { data }) => [data.text, ...(state as string[])] }],
  ])('changes with %s', (_, changed) => {
    expect(shapeOf(changed, history)).not.toBe(shapeOf(notes, history));
    expect(shapeOf({ ...notes }, history)).toBe(shapeOf(notes, history));
  });
});
