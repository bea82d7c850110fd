import { beforeEach, describe, expect, it } from 'vitest';
import type { Commit, EventStore } from '../event-store/event-store.ts';
import type { Leases } from '../lease/lease.ts';
import type { LogViewDefinition } from '../message-log/log-view.ts';
import type { FollowOptions, LogRecord, MessageLog } from '../message-log/message-log.ts';
import { createLogger } from '../process/observability/log.ts';
import { createMemoryLeases } from '../testing/memory-leases.ts';
import { createMemoryViewStore } from './memory-view-store.ts';
import { createProjection, type ProjectionDefinition } from './projection.ts';
import { rebuildLogView, rebuildProjection } from './rebuild.ts';
import type { SqliteViewStore } from './sqlite-view-store.ts';
import type { ViewStore } from './view-store.ts';

interface Count {
  readonly _id: string;
  readonly count: number;
}

const COUNTS = { name: 'counts', indexes: ['count'] };
const log = createLogger({ name: 'test', level: 'silent' });

let live: SqliteViewStore;
let viewStore: ViewStore;
let said: number[];
const say = (position: number) => void said.push(position);
const shown = () => viewStore.view<Count>(COUNTS).find({}, { sort: { count: 1 } });

/** A store like that of a process that has just started: it empties only views that it knows. */
function justStarted(store: ViewStore): ViewStore {
  const known = new Set<string>();
  return {
    ...store,
    view(definition) {
      known.add(definition.name);
      return store.view(definition);
    },
    reset: (name) => (known.has(name) ? store.reset(name) : store.saveCheckpoint(name, 0)),
  };
}

beforeEach(() => {
  said = [];
  live = createMemoryViewStore();
  viewStore = {
    ...live,
    async takePlace(from, name) {
      const place = live.view<Count>({ ...from, name });
      for (const { _id } of await place.find({})) await place.remove(_id);
      for (const document of await live.view<Count>(from).find({})) await place.put(document);
    },
  };
});

describe('rebuilt views of a projection', () => {
  const LEASE = 'projection:projected';
  let commits: Commit[];
  let leases: Leases;

  const listeners = new Set<() => void>();

  function append(): void {
    commits.push({ position: commits.length + 1 } as Commit);
    for (const listener of listeners) listener();
  }
  const store = () =>
    ({
      readAll: async (after: number, limit: number) => commits.slice(after, after + limit),
      head: async () => commits.length,
      onAppend(listener: () => void) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    }) as unknown as EventStore;
  const definition: ProjectionDefinition = {
    name: 'projected',
    views: [COUNTS],
    // Counts every commit in one document, which reveals remains of an earlier view.
    async apply({ position }, views) {
      const counts = views.view<Count>(COUNTS);
      const all = (await counts.get('all'))?.count ?? 0;
      if (position > all) await counts.put({ _id: 'all', count: all + 1 });
    },
  };
  const rebuild = (more: Partial<ProjectionDefinition> = {}, using = leases) =>
    rebuildProjection({ ...definition, ...more }, { viewStore, store: store(), leases: using, log }, say);

  beforeEach(async () => {
    commits = [];
    leases = createMemoryLeases();
    for (let each = 0; each < 3; each += 1) append();
    await live.view<Count>(COUNTS).put({ _id: 'stray', count: 0 });
    await live.saveCheckpoint('projected', 2);
  });

  it('hold exactly the data of the store, and update the live checkpoint', async () => {
    await rebuild();
    expect(await shown()).toEqual([{ _id: 'all', count: 3 }]);
    expect(await viewStore.begun()).toEqual(['projected']);
    expect(await viewStore.checkpoint('projected')).toBe(3);
    expect(said).toEqual([1, 2, 3]);
    expect(await leases.taken()).toEqual([]);
  });

  it('are invisible to readers until they are complete', async () => {
    const before = await shown();
    let looked = 0;
    await rebuild({
      async apply(commit, views) {
        expect(await shown()).toEqual(before);
        expect(await viewStore.checkpoint('projected')).toBe(2);
        looked += 1;
        await definition.apply(commit, views);
      },
    });
    expect(looked).toBe(3);
  });

  it('include commits appended until the former feeder has stopped', async () => {
    const feeder = createProjection({ ...definition, eventStore: store(), viewStore: live, leases, log });
    await feeder.start();
    const seizing: Leases = {
      ...leases,
      async seize(name) {
        append();
        return leases.seize(name);
      },
    };
    await rebuild({}, seizing);
    await feeder.stop();
    expect(await shown()).toEqual([{ _id: 'all', count: 4 }]);
    expect(await viewStore.checkpoint('projected')).toBe(4);
    expect(said).toEqual([1, 2, 3, 4]);
  });

  it('do not replace the live ones if another process feeds those by then', async () => {
    const taking: Leases = {
      ...leases,
      async seize(name) {
        const lease = await leases.seize(name);
        await leases.seize(name);
        return lease;
      },
    };
    const before = await shown();
    await expect(rebuild({}, taking)).rejects.toThrow('lease');
    expect(await shown()).toEqual(before);
    expect(await viewStore.begun()).toEqual(['projected']);
    expect(await viewStore.checkpoint('projected')).toBe(2);
    // The other process keeps its lease.
    expect(await leases.taken()).toEqual([LEASE]);
  });

  it('cannot be built in a store that has no place beside the live ones', async () => {
    const before = await shown();
    viewStore = live;
    await expect(rebuild()).rejects.toThrow('made anew by a start');
    expect(await shown()).toEqual(before);
    expect(await viewStore.begun()).toEqual(['projected']);
    expect(await leases.taken()).toEqual([]);
  });

  it('include all views of the projection', async () => {
    const places = { name: 'places', indexes: [] };
    await rebuild({
      views: [COUNTS, places],
      async apply(commit, views) {
        await definition.apply(commit, views);
        await views.view(places).put({ _id: `p${commit.position}` });
      },
    });
    expect(await shown()).toEqual([{ _id: 'all', count: 3 }]);
    expect(await live.view(places).count({})).toBe(3);
  });

  it('start over after an interrupted rebuild', async () => {
    viewStore = justStarted(viewStore);
    await live.view<Count>({ ...COUNTS, name: 'counts.rebuilt' }).put({ _id: 'all', count: 2 });
    await live.view<Count>({ ...COUNTS, name: 'counts.rebuilt' }).put({ _id: 'other', count: 9 });
    await live.saveCheckpoint('projected.rebuilt', 2);
    await rebuild();
    expect(said).toEqual([1, 2, 3]);
    expect(await shown()).toEqual([{ _id: 'all', count: 3 }]);
    expect(await viewStore.begun()).toEqual(['projected']);
  });
});

describe('a rebuilt view of a topic', () => {
  const stopped: string[] = [];
  let records: LogRecord[];
  const publish = (partition: number, offset: number) =>
    void records.push({ topic: 't', partition, offset, key: `${partition}-${offset}` } as LogRecord);

  /** Delivers the existing records one by one. */
  const messageLog = {
    async follow({ from, onBatch }: FollowOptions) {
      const run = async () => {
        const startOf = async (partition: number) =>
          typeof from === 'function' ? from(partition) : (from[partition] ?? 0);
        const starts = [await startOf(0), await startOf(1)];
        for (const record of records) if (record.offset >= (starts[record.partition] ?? 0)) await onBatch([record]);
      };
      return { caughtUp: run(), stop: async () => void stopped.push('stopped') };
    },
    behind: async () => 0,
  } as unknown as MessageLog;

  const definition: LogViewDefinition = {
    view: COUNTS,
    topic: 't',
    async apply({ key, offset }, views) {
      await views.view<Count>(COUNTS).put({ _id: key, count: offset });
    },
  };
  const rebuild = () => rebuildLogView(definition, { viewStore, messageLog, log }, say);

  beforeEach(async () => {
    records = [];
    stopped.length = 0;
    publish(0, 1);
    publish(1, 2);
    publish(0, 3);
    await live.view<Count>(COUNTS).put({ _id: 'stray', count: 0 });
    await live.saveCheckpoint('counts', 2);
  });

  it('holds exactly the data of the topic, while its feeders continue', async () => {
    await rebuild();
    expect(await shown()).toEqual([
      { _id: '0-1', count: 1 },
      { _id: '1-2', count: 2 },
      { _id: '0-3', count: 3 },
    ]);
    expect(said).toEqual([1, 2, 3]);
    expect(await viewStore.begun()).toEqual(['counts']);
    expect(await viewStore.checkpoint('counts')).toBe(2);
    expect(stopped).toHaveLength(2);
  });

  it('holds records that arrived during the replacement, and reads no others twice', async () => {
    const { takePlace } = viewStore;
    viewStore = {
      ...viewStore,
      async takePlace(from, name) {
        expect(await shown()).toEqual([{ _id: 'stray', count: 0 }]);
        publish(1, 4);
        publish(0, 5);
        await takePlace?.(from, name);
      },
    };
    await rebuild();
    expect((await shown()).map(({ _id }) => _id)).toEqual(['0-1', '1-2', '0-3', '1-4', '0-5']);
    expect(said).toEqual([1, 2, 3, 4, 5]);
  });

  it('starts over after an interrupted or failed rebuild', async () => {
    viewStore = justStarted(viewStore);
    await live.view<Count>({ ...COUNTS, name: 'counts.rebuilt' }).put({ _id: 'other', count: 9 });
    await live.saveCheckpoint('counts.rebuilt', 4);
    await live.saveCheckpoint('counts/1.rebuilt', 4);
    const whole = viewStore;
    viewStore = { ...whole, takePlace: () => Promise.reject(new Error('away')) };
    await expect(rebuild()).rejects.toThrow('away');
    expect(said).toEqual([1, 2, 3]);
    expect((await shown()).map(({ _id }) => _id)).toEqual(['stray']);
    expect(await viewStore.begun()).toEqual(['counts']);
    viewStore = whole;
    await rebuild();
    expect(said).toEqual([1, 2, 3, 1, 2, 3]);
    expect(await shown()).toHaveLength(3);
  });
});
