import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EventStore } from './event-store.ts';
import { openLmdbEventStore } from './lmdb-event-store.ts';

const META = { actor: 'user-1', correlationId: 'request-1' };
const AT = '2026-01-01T00:00:00.000Z';

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'event-store-erasure-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

async function fill(store: EventStore, people: number): Promise<void> {
  for (let version = 0; version < 3; version += 1) {
    await Promise.all(
      Array.from({ length: people }, (_, person) =>
        store.append({
          streamId: `user-${person}`,
          expectedVersion: version,
          commandId: `${person}.${version}`,
          events: [{ id: `e${person}.${version}`, type: 'Noted', schema: 1, data: { email: addressOf(person) } }],
          meta: META,
          at: AT,
        }),
      ),
    );
  }
}

const addressOf = (person: number) => `driver-${person}@example.org`;

/** Numbers of the people whose address occurs in any file below the directory. */
async function peopleIn(path: string, people: number): Promise<readonly number[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const text = (await Promise.all(files.map((file) => readFile(file, 'latin1')))).join('\n');
  return Array.from({ length: people }, (_, person) => person).filter((person) => text.includes(addressOf(person)));
}

/** Appends this many commits about one person. */
async function fillOne(store: EventStore, person: number, count: number): Promise<void> {
  for (let version = 0; version < count; version += 1) {
    const events = [{ id: `e${version}`, type: 'Noted', schema: 1, data: { email: addressOf(person) } }];
    const command = { expectedVersion: version, commandId: `c${version}`, events };
    await store.append({ streamId: `user-${person}`, ...command, meta: META, at: AT });
  }
}

async function tell(store: EventStore): Promise<string> {
  const { reservations, checkpoints } = store;
  return JSON.stringify([
    await store.readAll(0, 10_000),
    await reservations.ownerOf('name'),
    await checkpoints.load('relay'),
    await store.findCommand('1.2'),
  ]);
}

it('the erasure of a long stream leaves the event loop free', async () => {
  const store = await openLmdbEventStore({ path: directory });
  await fillOne(store, 7, 500);
  let isErased = false;
  const erasing = store.eraseStream('user-7', META, AT).then(() => {
    isErased = true;
  });
  let turns = 0;
  for (; !isErased; turns += 1) await nextTurn();
  await erasing;
  // One for each transaction at least: the loop hears of a transaction's end between two turns.
  expect(turns).toBeGreaterThan(3);
  await store.close();
});

describe('data erased from the lmdb event store', () => {
  it('is in no file after the next start, while all other data remains', async () => {
    const people = 300;
    const first = await openLmdbEventStore({ path: directory });
    await fill(first, people);
    await first.reservations.reserve('name', 'user-1', new Date(8.64e15));
    await first.checkpoints.save('relay', 7);
    for (let person = 0; person < people; person += 2) await first.eraseStream(`user-${person}`, META, AT);
    const before = await tell(first);
    await first.close();

    const second = await openLmdbEventStore({ path: directory });
    const alive = Array.from({ length: people / 2 }, (_, index) => index * 2 + 1);
    expect(await peopleIn(directory, people)).toEqual(alive);
    expect(await tell(second)).toBe(before);
    await second.append({ streamId: 'x', expectedVersion: 0, commandId: 'x', events: [], meta: META, at: AT });
    const after = await tell(second);
    await second.close();

    const third = await openLmdbEventStore({ path: directory });
    expect(await tell(third)).toBe(after);
    await third.close();
    expect(await peopleIn(directory, people)).toEqual(alive);
  });

  it('is removed at the next start if a process ends in the middle of a long stream', async () => {
    const store = await openLmdbEventStore({ path: directory });
    await fillOne(store, 7, 250);
    let closing: Promise<void> | undefined;
    store.onAppend(() => {
      closing ??= store.close();
    });
    // The marker is written; further work is refused.
    await expect(store.eraseStream('user-7', META, AT)).rejects.toThrow('closed');
    await closing;

    const second = await openLmdbEventStore({ path: directory });
    expect((await second.readAll(0, 1_000)).map(({ version }) => version)).toEqual([251]);
    expect(await second.findCommand('c249')).toBeUndefined();
    await second.close();
    const third = await openLmdbEventStore({ path: directory });
    await third.close();
    expect(await peopleIn(directory, 10)).toEqual([]);
  });

  it('is removed at a later start if a process dies during the copy', async () => {
    const store = await openLmdbEventStore({ path: directory });
    await fill(store, 3);
    await store.eraseStream('user-1', META, AT);
    const before = await tell(store);
    await store.close();
    expect(await peopleIn(directory, 3)).toContain(1);
    // A partial copy, as left by a process that died.
    await mkdir(`${directory}.rewriting`);
    await cp(join(directory, 'lock.mdb'), join(`${directory}.rewriting`, 'lock.mdb'));
    await writeFile(join(`${directory}.rewriting`, 'data.mdb'), 'half');

    const next = await openLmdbEventStore({ path: directory });
    expect(await tell(next)).toBe(before);
    await next.close();
    expect(await peopleIn(directory, 3)).toEqual([0, 2]);
    expect((await readdir(directory)).sort()).toEqual(['data.mdb', 'lock.mdb']);
  });
});
