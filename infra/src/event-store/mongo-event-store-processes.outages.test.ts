import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RunningServers } from '../../../scripts/servers/server.ts';
import { startServers } from '../../../scripts/servers/servers.ts';
import { type MongoConnection, openMongo } from '../mongo/connection.ts';
import { createLogger } from '../process/observability/log.ts';
import { testServers } from '../testing/test-servers.ts';
import { type AppendRequest, type Commit, type EventStore, STREAM_ERASED, VersionConflict } from './event-store.ts';
import { openMongoEventStore } from './mongo-event-store.ts';

const META = { actor: 'user-1', correlationId: 'request-1' };
const AT = '2026-01-01T00:00:00.000Z';
const log = createLogger({ name: 'test', level: 'silent' });

function request(streamId: string, expectedVersion: number): AppendRequest {
  const id = randomUUID();
  const events = [{ id, type: 'Noted', schema: 1, data: { email: 'driver@example.org' } }];
  return { streamId, expectedVersion, commandId: id, events, meta: META, at: AT };
}

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

interface Process {
  readonly connection: MongoConnection;
  readonly store: EventStore;
}

let database: string;
let processes: Process[];

beforeEach(() => {
  database = `test-${randomUUID()}`;
  processes = [];
});

async function start(url: string): Promise<Process> {
  const connection = await openMongo({ url, database, log });
  const process = { connection, store: await openMongoEventStore({ connection, log }) };
  processes.push(process);
  return process;
}

async function endAll(): Promise<void> {
  for (const { store } of processes) await store.close();
  await processes[0]?.connection.mongoose.dropDatabase();
  for (const { connection } of processes) await connection.close();
}

describe('several processes on one event store in MongoDB', () => {
  let first: Process;
  let second: Process;

  beforeEach(async () => {
    first = await start(testServers().mongodb.url);
    second = await start(testServers().mongodb.url);
  });
  afterEach(endAll);

  it('number 5,000 commits of 50 writers without gap or duplicate', async () => {
    // Half of the writers share one stream, so that they also compete for its versions.
    let busy = 0;
    const writers = upTo(50).map(async (writer) => {
      const { store } = writer % 2 === 0 ? first : second;
      const shared = writer % 4 < 2;
      for (let done = 0; done < 100; ) {
        try {
          const { commit } = await store.append(shared ? request('busy', busy) : request(`own-${writer}`, done));
          if (shared) busy = Math.max(busy, commit.version);
          done += 1;
        } catch (error) {
          if (!(shared && error instanceof VersionConflict)) throw error;
        }
      }
    });
    await Promise.all(writers);

    const commits = await first.store.readAll(0, 10_000);
    expect(commits.map(({ position }) => position)).toEqual(upTo(5_000));
    expect(new Set(commits.map(({ commandId }) => commandId)).size).toBe(5_000);
    const byStream = new Map<string, number[]>();
    for (const { streamId, version } of commits) byStream.set(streamId, [...(byStream.get(streamId) ?? []), version]);
    for (const versions of byStream.values()) expect(versions).toEqual(upTo(versions.length));
  });

  it('let a reader that continues from its last position miss no commit', async () => {
    const read: Commit[] = [];
    let writing = true;
    const reader = (async () => {
      for (;;) {
        const last = !writing;
        const commits = await second.store.readAll(read.at(-1)?.position ?? 0, 7);
        read.push(...commits);
        if (commits.length === 0 && last) return;
      }
    })();
    await Promise.all(
      upTo(300).map((number) => (number % 2 === 0 ? first : second).store.append(request(`s${number}`, 0))),
    );
    writing = false;
    await reader;
    expect(read.map(({ position }) => position)).toEqual(upTo(300));
  });

  it('are notified of the appends of the others', async () => {
    let heard = 0;
    second.store.onAppend(() => {
      heard += 1;
    });
    await first.store.append(request('a', 0));
    await expect.poll(() => heard).toBe(1);
    await second.store.append(request('b', 0));
    await expect.poll(() => heard).toBe(2);
  });

  it('run a command once that reaches both at the same time', async () => {
    const command = request('a', 0);
    const results = await Promise.all([first.store.append(command), second.store.append(command)]);
    expect(results.map(({ outcome }) => outcome).sort()).toEqual(['appended', 'duplicate']);
  });

  it('report a conflict for a version that the other process has erased', async () => {
    await first.store.append(request('a', 0));
    await second.store.readStream('a');
    await first.store.append(request('a', 1));
    await first.store.eraseStream('a', META, AT);
    await expect(second.store.append(request('a', 1))).rejects.toThrow(VersionConflict);
    await expect(second.store.append(request('a', 0))).rejects.toThrow(VersionConflict);
    expect((await second.store.readStream('a')).map(({ version }) => version)).toEqual([3]);
    expect((await second.store.append(request('b', 0))).commit.position).toBe(4);
  });

  describe('an erasure', () => {
    /** Leaves the state of a process that was killed after writing the marker. */
    async function cutShort(): Promise<void> {
      for (const version of [0, 1]) await first.store.append(request('a', version));
      await first.connection.mongoose.collection<{ _id: number }>('commits').insertOne({
        _id: 3,
        streamId: 'a',
        version: 3,
        commandId: 'erase:a:3',
        events: [{ id: 'erase:a:3', type: STREAM_ERASED, schema: 1, data: {} }],
        meta: META,
        at: AT,
        erasing: true,
      } as never);
    }

    const everything = async () =>
      JSON.stringify(await first.connection.mongoose.collection('commits').find().toArray());

    it.each([
      ['when it is asked for again', () => first.store.eraseStream('a', META, AT)],
      ['at the next start', () => start(testServers().mongodb.url)],
    ])('that was cut short is finished %s', async (_, finish) => {
      await cutShort();
      expect(await everything()).toContain('driver@example.org');
      await finish();
      expect((await second.store.readAll(0, 10)).map(({ position }) => position)).toEqual([3]);
      expect(await everything()).not.toContain('driver@example.org');
      expect(await everything()).not.toContain('erasing');
      expect(await second.store.head()).toBe(3);
    });

    it('reuses no position or version, even if a delayed writer still sends', async () => {
      const { commit } = await first.store.append(request('a', 0));
      await first.store.eraseStream('a', META, AT);
      const collection = first.connection.mongoose.collection<{ _id: number }>('commits');
      const late = { ...commit, _id: commit.position, commandId: 'late' } as never;
      await expect(collection.insertOne(late)).rejects.toMatchObject({ code: 11_000 });
      const elsewhere = { ...commit, _id: 99, commandId: 'late' } as never;
      await expect(collection.insertOne(elsewhere)).rejects.toMatchObject({ code: 11_000 });
    });
  });
});

describe('a killed MongoDB', () => {
  const KILLS = 10;
  let folder: string;
  let running: RunningServers<'mongodb'>;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mongo-event-store-'));
    running = await startServers({ names: ['mongodb'], dataDirectory: folder });
  });
  afterEach(endAll);
  afterAll(async () => {
    await running.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it(`keeps every acknowledged commit after ${KILLS} kills, without a gap`, async () => {
    const { store } = await start(running.addresses.mongodb.url);
    const { mongodb } = running.servers;
    const acknowledged = new Map<string, number>();
    const refused = new Set<unknown>();
    let writing = true;
    let longestMs = 0;

    const writers = upTo(8).map(async (writer) => {
      for (let version = 0; writing; ) {
        const command = request(`own-${writer}`, version);
        for (;;) {
          const startedAt = performance.now();
          try {
            const { commit } = await store.append(command);
            acknowledged.set(command.commandId, commit.position);
            version = commit.version;
            break;
          } catch (error) {
            refused.add((error as { code?: unknown }).code ?? error);
            // The outcome is unknown; appending the same command again finds out.
            if (!writing) return;
          } finally {
            longestMs = Math.max(longestMs, performance.now() - startedAt);
          }
        }
      }
    });
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const before = acknowledged.size;
      await expect.poll(() => acknowledged.size, { interval: 5 }).toBeGreaterThan(before + 15 * kill);
      await mongodb.kill();
      await mongodb.start();
    }
    writing = false;
    await Promise.all(writers);

    const commits = await store.readAll(0, 100_000);
    expect(commits.map(({ position }) => position)).toEqual(upTo(commits.length));
    expect(new Set(commits.map(({ commandId }) => commandId)).size).toBe(commits.length);
    const stored = new Map(commits.map(({ commandId, position }) => [commandId, position]));
    expect([...acknowledged].filter(([commandId, position]) => stored.get(commandId) !== position)).toEqual([]);
    expect([...refused].filter((code) => code !== 'UNAVAILABLE')).toEqual([]);
    expect(longestMs).toBeLessThan(15_000);
  });

  it('has an outage during which all calls are refused within seconds, and recovers by itself', async () => {
    const { store, connection } = await start(running.addresses.mongodb.url);
    await store.append(request('a', 0));
    await running.servers.mongodb.stop();

    const startedAt = performance.now();
    const refusals = await Promise.allSettled([
      store.append(request('a', 1)),
      store.readStream('a'),
      store.readAll(0, 10),
      store.head(),
      store.findCommand('c'),
      store.checkpoints.load('c'),
      store.checkpoints.save('c', 1),
      store.reservations.reserve('k', 'o', new Date()),
      store.reservations.ownerOf('k'),
    ]);
    expect(performance.now() - startedAt).toBeLessThan(9_000);
    for (const refusal of refusals) expect(refusal).toMatchObject({ reason: { code: 'UNAVAILABLE' } });
    const checked = performance.now();
    await expect(connection.check()).rejects.toThrow('MongoDB: it does not answer');
    expect(performance.now() - checked).toBeLessThan(2_500);

    await running.servers.mongodb.start();
    await expect.poll(() => connection.check().then(() => 'back', String)).toBe('back');
    expect((await store.append(request('a', 1))).commit.position).toBe(2);
  });
});
