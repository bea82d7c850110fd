import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { EventStore } from '../event-store/event-store.ts';
import { openMongoEventStore } from '../event-store/mongo-event-store.ts';
import type { Leases } from '../lease/lease.ts';
import { createMongoLeases } from '../lease/mongo-leases.ts';
import { type MongoConnection, openMongo } from '../mongo/connection.ts';
import { createLogger } from '../process/observability/log.ts';
import { testServers } from '../testing/test-servers.ts';
import { openMongoViewStore } from './mongo-view-store.ts';
import { createProjection, type Projection, type ProjectionDefinition } from './projection.ts';
import { rebuildProjection } from './rebuild.ts';
import type { View, ViewStore } from './view-store.ts';

const log = createLogger({ name: 'test', level: 'silent' });
// Long enough for a busy machine to renew in time.
const TIMES = { lastsMs: 2_000, marginMs: 500, renewEveryMs: 300 };
const COUNTS = { name: 'counts', indexes: ['count'] };
const PATIENCE_MS = 30_000;
const PAUSES = { firstRetryMs: 10, longestRetryMs: 50, pollMs: 50, lookMs: 10 };

interface Count {
  readonly _id: string;
  readonly count: number;
}

interface Process {
  readonly connection: MongoConnection;
  readonly store: EventStore;
  readonly leases: Leases;
  readonly viewStore: ViewStore;
  readonly view: View<Count>;
  readonly definition: ProjectionDefinition;
  readonly projection: Projection;
}

let database: string;
let processes: Process[];
/** Pauses `apply` between its read and its write. */
let asleep: (name: string, position: number) => Promise<void>;

beforeEach(() => {
  database = `test-${randomUUID()}`;
  processes = [];
  asleep = async () => {};
});

afterEach(async () => {
  for (const { projection, leases, store } of processes) {
    await projection.stop();
    await leases.close();
    await store.close();
  }
  await processes.at(-1)?.connection.mongoose.dropDatabase();
  for (const { connection } of processes) await connection.close();
});

async function start(name: string): Promise<Process> {
  const connection = await openMongo({ url: testServers().mongodb.url, database, log });
  const store = await openMongoEventStore({ connection, log });
  const viewStore = await openMongoViewStore({ connection, log });
  const leases = createMongoLeases({ connection, log, times: TIMES });
  const view = viewStore.view<Count>(COUNTS);
  const definition: ProjectionDefinition = {
    name: 'counts',
    views: [COUNTS],
    // Counts commits, which reveals a skipped commit or one applied to an older state.
    async apply({ streamId, version, position }, views) {
      const counts = views.view<Count>(COUNTS);
      const count = (await counts.get(streamId))?.count ?? 0;
      await asleep(name, position);
      if (version > count) await counts.put({ _id: streamId, count: count + 1 });
    },
  };
  const projection = createProjection({ ...definition, eventStore: store, viewStore, leases, log, pauses: PAUSES });
  const process = { connection, store, leases, viewStore, view, definition, projection };
  processes.push(process);
  await projection.start();
  return process;
}

async function append({ store }: Process, from: number, to: number): Promise<number> {
  let position = 0;
  for (let version = from; version < to; version += 1) {
    const commandId = randomUUID();
    const meta = { actor: 'system', correlationId: 'r' };
    const at = '2026-01-01T00:00:00.000Z';
    const { commit } = await store.append({ streamId: 's', expectedVersion: version, commandId, events: [], meta, at });
    position = commit.position;
  }
  return position;
}

it('a suspended process restores no old state after another has taken over', async () => {
  const first = await start('first');
  const second = await start('second');
  await append(first, 0, 3);
  expect(await second.projection.waitFor(3, PATIENCE_MS)).toBe(true);

  let wake = () => {};
  const sleeping = new Promise<void>((resolve) => {
    wake = resolve;
  });
  let sleeps = false;
  asleep = (name) => {
    if (name !== 'first') return Promise.resolve();
    sleeps = true;
    return sleeping;
  };
  await append(first, 3, 4);
  await expect.poll(() => sleeps).toBe(true);
  // Take its lease, as if it had expired.
  const lease = await second.leases.seize('projection:counts');
  await lease.release();
  const last = await append(second, 4, 20);
  expect(await second.projection.waitFor(last, PATIENCE_MS)).toBe(true);
  expect(await second.view.get('s')).toEqual({ _id: 's', count: 20 });

  wake();
  expect(await first.projection.waitFor(last, PATIENCE_MS)).toBe(true);
  await append(first, 20, 21);
  expect(await first.projection.waitFor(last + 1, PATIENCE_MS)).toBe(true);
  expect(await second.view.get('s')).toEqual({ _id: 's', count: 21 });
});

it('another process takes over if one has lost the server', async () => {
  const first = await start('first');
  const second = await start('second');
  await append(second, 0, 5);
  expect(await second.projection.waitFor(5, PATIENCE_MS)).toBe(true);
  await first.connection.close();
  const last = await append(second, 5, 10);
  expect(await second.projection.waitFor(last, PATIENCE_MS)).toBe(true);
  expect(await second.view.get('s')).toEqual({ _id: 's', count: 10 });
});

it('a rebuild runs beside the live view, which stays up to date, and then replaces it', async () => {
  const first = await start('first');
  const second = await start('second');
  await append(first, 0, 30);
  await second.viewStore.together((at) => at(0).view<Count>(COUNTS).put({ _id: 'stray', count: 1 }));
  let go = () => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  let reached = 0;
  const definition: ProjectionDefinition = {
    ...second.definition,
    async apply(commit, views) {
      if (commit.position === 20) await held;
      await second.definition.apply(commit, views);
    },
  };
  const rebuilt = rebuildProjection(definition, { ...second, log }, (position) => {
    reached = position;
  });
  await expect.poll(() => reached).toBe(19);
  const last = await append(first, 30, 40);
  expect(await first.projection.waitFor(last, PATIENCE_MS)).toBe(true);
  expect(await first.view.find({})).toEqual([
    { _id: 's', count: 40 },
    { _id: 'stray', count: 1 },
  ]);

  go();
  await rebuilt;
  expect(await first.view.find({})).toEqual([{ _id: 's', count: 40 }]);
  expect(await first.viewStore.begun()).toEqual(['counts']);
  const names = (await first.connection.mongoose.listCollections()).map(({ name }) => name);
  expect(names.filter((name) => name.startsWith('view.'))).toEqual(['view.counts']);
  expect(await first.connection.mongoose.collection('view.counts').indexExists('by count')).toBe(true);
  const next = await append(first, 40, 41);
  for (const { projection, view } of [first, second]) {
    expect(await projection.waitFor(next, PATIENCE_MS)).toBe(true);
    expect(await view.get('s')).toEqual({ _id: 's', count: 41 });
  }
});
