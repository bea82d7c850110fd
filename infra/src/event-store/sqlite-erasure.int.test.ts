import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DATABASE_FILE, openDatabase } from '../sqlite/database.ts';
import type { EventStore } from './event-store.ts';
import { openSqliteEventStore } from './sqlite-event-store.ts';

const META = { actor: 'user-1', correlationId: 'request-1' };
const AT = '2026-01-01T00:00:00.000Z';

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'event-store-erasure-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const addressOf = (person: number) => `driver-${person}@example.org`;

/** Appends commits of different lengths about these people, in turn. */
async function fill(store: EventStore, people: readonly number[], versions = 3): Promise<void> {
  for (let version = 0; version < versions; version += 1) {
    await Promise.all(
      people.map((person) =>
        store.append({
          streamId: `user-${person}`,
          expectedVersion: version,
          commandId: `${person}.${version}`,
          events: [
            {
              id: `e${person}.${version}`,
              type: 'Noted',
              schema: 1,
              // Some need pages of their own.
              data: { emails: `${addressOf(person)} `.repeat(1 + ((person * 37 + version * 11) % 60) ** 2) },
            },
          ],
          meta: META,
          at: AT,
        }),
      ),
    );
  }
}

/** Numbers of the people whose address occurs in any file below the directory. */
async function peopleOnDisk(): Promise<readonly number[]> {
  const files = await readdir(directory);
  const text = (await Promise.all(files.map((file) => readFile(join(directory, file), 'latin1')))).join('\n');
  return [...new Set([...text.matchAll(/driver-(\d+)@example/g)].map(([, person]) => Number(person)))].sort(
    (a, b) => a - b,
  );
}

const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);

describe('data erased from the sqlite event store', () => {
  it('is in no file soon afterwards, and all other data stays', async () => {
    const store = await openSqliteEventStore({ path: directory });
    const people = numbers(0, 150);
    await fill(store, people);
    await store.snapshots.save('fold', 'user-4', { version: 2, shape: 'one', state: { email: addressOf(4) } });
    await store.snapshots.save('fold', 'user-3', { version: 2, shape: 'one', state: { email: addressOf(3) } });
    await store.reservations.reserve(addressOf(1_000), 'user-4', new Date(8e14));
    await store.reservations.reserve(addressOf(1_001), 'user-3', new Date(8e14));
    const stays = (person: number) => person % 3 === 0;
    for (const person of people.filter((one) => !stays(one))) await store.eraseStream(`user-${person}`, META, AT);
    await store.reservations.release(addressOf(1_000), 'user-4');

    await expect.poll(peopleOnDisk).toEqual([...people.filter(stays), 1_001]);
    expect((await store.readAll(0, 10_000)).length).toBe(50 * 3 + 100);
    expect(await store.snapshots.load('fold', 'user-3')).toMatchObject({ version: 2 });
    await store.close();
    expect(await peopleOnDisk()).toEqual([...people.filter(stays), 1_001]);
  });

  it('is in no file when people come and go for long', async () => {
    const store = await openSqliteEventStore({ path: directory });
    for (let round = 0; round < 8; round += 1) {
      await fill(store, numbers(round * 40, round * 40 + 40), 2);
      for (const person of numbers(0, round * 40 + 40)) {
        if ((person + round) % 3 === 0) await store.eraseStream(`user-${person}`, META, AT);
      }
    }
    const alive = new Set<string>();
    for (const { streamId, events } of await store.readAll(0, 10_000)) {
      if (events[0]?.type === 'Noted') alive.add(streamId);
    }
    const known = [...alive].map((streamId) => Number(streamId.slice('user-'.length))).sort((a, b) => a - b);
    expect(known.length).toBeGreaterThan(20);
    await expect.poll(peopleOnDisk).toEqual(known);
    await store.close();
  });

  it('leaves the files once a reader that saw it has ended', async () => {
    const store = await openSqliteEventStore({ path: directory });
    await fill(store, [1, 2]);
    const other = await openDatabase({ file: join(directory, DATABASE_FILE) });
    await other.atOnePoint(async (reader) => {
      await store.eraseStream('user-1', META, AT);
      expect(await peopleOnDisk()).toEqual([1, 2]);
      const count = 'SELECT COUNT(*) FROM events_commits';
      expect([reader.value(count), other.reader.value(count)]).toEqual([6, 4]);
    });
    await expect.poll(peopleOnDisk).toEqual([2]);
    await other.close();
    await store.close();
  });

  it('is removed at the next start if a process ends in the middle of a long stream', async () => {
    const store = await openSqliteEventStore({ path: directory });
    await fill(store, [7], 350);
    let closing: Promise<void> | undefined;
    store.onAppend(() => {
      closing ??= store.close();
    });
    // The marker is written; further work is refused.
    await expect(store.eraseStream('user-7', META, AT)).rejects.toThrow('closed');
    await closing;
    expect(await peopleOnDisk()).toEqual([7]);

    const second = await openSqliteEventStore({ path: directory });
    expect((await second.readAll(0, 1_000)).map(({ version }) => version)).toEqual([351]);
    expect(await second.findCommand('7.349')).toBeUndefined();
    await expect.poll(peopleOnDisk).toEqual([]);
    await second.close();
  });
});
