import { cp, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EventStore } from '../event-store/event-store.ts';
import { eventStoreAtOnePoint, openSqliteEventStore } from '../event-store/sqlite-event-store.ts';
import { damageOf } from './check.ts';
import { DATABASE_FILE, type Database, openDatabase } from './database.ts';
import { Reader } from './reader.ts';
import { damageIn } from './statements.ts';

const META = { actor: 'user-1', correlationId: 'request-1' };
const AT = '2026-01-01T00:00:00.000Z';
const PAGE_BYTES = 4_096;
/** Bytes that are changed, spread over the file. */
const FLIPS = 150;
const DAMAGED =
  /volant\.db is damaged \(.+\)\. Restore a backup into an empty directory with "npm run import -- <backup>"/;

let directory: string;
let file: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'database-'));
  file = join(directory, DATABASE_FILE);
});
afterEach(() => rm(directory, { recursive: true, force: true }));

async function append(store: EventStore, number: number): Promise<void> {
  // Some values need pages of their own.
  const data = { text: `${number} `.repeat(number % 20 === 0 ? 4_000 : 20) };
  const events = [{ id: `e${number}`, type: 'Noted', schema: 1, data }];
  const stream =
    number < 120
      ? { streamId: `user-${number % 40}`, expectedVersion: Math.floor(number / 40) }
      : { streamId: `late-${number}`, expectedVersion: 0 };
  await store.append({ ...stream, commandId: `c${number}`, events, meta: META, at: AT });
  await store.reservations.reserve(`name-${number}`, `user-${number}`, new Date(8e14));
}

async function appendAll(store: EventStore, from: number, to: number): Promise<void> {
  await Promise.all(Array.from({ length: to - from }, (_, index) => append(store, from + index)));
}

async function filled(): Promise<string> {
  const store = await openSqliteEventStore({ path: directory });
  for (const round of [0, 40, 80]) await appendAll(store, round, round + 40);
  await store.checkpoints.save('relay', 7);
  await store.snapshots.save('fold', 'user-5', { version: 2, shape: 'one', state: { text: 'folded' } });
  await store.eraseStream('user-3', META, AT);
  const held = await contentsOf(store);
  await store.close();
  return held;
}

async function contentsOf(store: EventStore): Promise<string> {
  const streams: unknown[] = [];
  for (let stream = 0; stream < 40; stream += 1) streams.push(await store.readStream(`user-${stream}`));
  return JSON.stringify([
    await store.readAll(0, 10_000),
    streams,
    await store.findCommand('c100'),
    await store.contents.reservations('', 1_000),
    await store.contents.checkpoints(),
    await store.snapshots.load('fold', 'user-5'),
  ]);
}

/** What the store of a damaged file serves, or the damage that it names. */
async function served(): Promise<string> {
  try {
    const store = await openSqliteEventStore({ path: directory });
    try {
      return await contentsOf(store);
    } finally {
      await store.close();
    }
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** What is read from the file without a check of it, and the damage that such a check finds. */
async function read(): Promise<{ readonly answer: string; readonly damage: string | undefined }> {
  let connection: DatabaseSync | undefined;
  try {
    connection = new DatabaseSync(file, { readOnly: true });
    const damage = damageOf(connection);
    const database = { write: () => Promise.reject(new Error('only read')) } as unknown as Database;
    const answer = await contentsOf(
      eventStoreAtOnePoint({ database, owner: 'events' }, new Reader(connection, file)),
    ).catch((error: Error) => error.message);
    return { answer, damage };
  } catch (error) {
    return { answer: 'nothing', damage: damageIn(error) };
  } finally {
    connection?.close();
  }
}

describe('a damaged file', () => {
  it('is named by the check, unless it holds the same, and is never served', async () => {
    const held = await filled();
    const whole = await readFile(file);
    let named = 0;
    for (let flip = 0; flip < FLIPS; flip += 1) {
      const place = Math.floor((flip * (whole.length - 1)) / FLIPS) + (flip % 29);
      const changed = Buffer.from(whole);
      changed.writeUInt8(changed.readUInt8(place) ^ (1 << (flip % 8)), place);
      await writeFile(file, changed);
      const { answer, damage } = await read();
      if (damage !== undefined) named += 1;
      // Only bytes that nothing reads may differ unnoticed.
      if (damage === undefined) expect([place, answer]).toEqual([place, held]);
      else if (answer !== held && answer !== 'nothing') {
        expect([place, answer]).toEqual([place, expect.stringMatching(DAMAGED)]);
      }
    }
    expect(named).toBeGreaterThan(FLIPS / 2);
  });

  it.each([
    ['a lost page', (bytes: Buffer) => bytes.fill(0, 5 * PAGE_BYTES, 6 * PAGE_BYTES)],
    ['the head of another file', (bytes: Buffer) => bytes.fill('x', 0, 100)],
    ['an exchanged page', (bytes: Buffer) => bytes.copy(bytes, 4 * PAGE_BYTES, 9 * PAGE_BYTES, 10 * PAGE_BYTES)],
  ])('is named at the start: %s', async (_, damage) => {
    await filled();
    const bytes = await readFile(file);
    damage(bytes);
    await writeFile(file, bytes);
    expect(await served()).toMatch(DAMAGED);
  });

  it('is named at the start if it was cut short', async () => {
    await filled();
    const { length } = await readFile(file);
    await truncate(file, length - 3 * PAGE_BYTES);
    expect(await served()).toMatch(DAMAGED);
  });

  it('is named if the WAL of an earlier time lies beside it', async () => {
    await filled();
    const first = await openSqliteEventStore({ path: directory });
    await appendAll(first, 120, 130);
    await cp(`${file}-wal`, join(directory, 'old'));
    for (let round = 130; round < 400; round += 30) await appendAll(first, round, round + 30);
    await first.close();
    await cp(join(directory, 'old'), `${file}-wal`);
    expect((await read()).damage).toBeDefined();
    await expect(openDatabase({ file, looksFirst: true })).rejects.toThrow(DAMAGED);
  });

  it('is named while it is open', async () => {
    await filled();
    const database = await openDatabase({ file });
    expect(await database.damage()).toBeUndefined();
    const bytes = await readFile(file);
    for (let at = bytes.indexOf('117 117'); at >= 0; at = bytes.indexOf('117 117', at + 1)) bytes.write('x', at);
    await writeFile(file, bytes, { flag: 'r+' });
    expect(await database.damage()).toMatch(DAMAGED);
    await database.close();
  });
});

describe('a file', () => {
  it('is whole while it is written, and shows a reader one point in time', async () => {
    const store = await openSqliteEventStore({ path: directory });
    await append(store, 0);
    const other = await openDatabase({ file });
    const count = 'SELECT COUNT(*) FROM events_commits';
    await other.atOnePoint(async (reader) => {
      const writing = appendAll(store, 1, 40);
      for (let turn = 0; turn < 3; turn += 1) expect(await other.damage()).toBeUndefined();
      await writing;
      expect([reader.value(count), other.reader.value(count)]).toEqual([1, 40]);
    });
    await other.close();
    await store.close();
  });

  it('refuses writes once it is closed, after those that were under way', async () => {
    const store = await openSqliteEventStore({ path: directory });
    const under = append(store, 0).catch((error: Error) => error.message);
    await store.close();
    expect(await under).toMatch('closed');
    const again = await openSqliteEventStore({ path: directory });
    expect(await again.head()).toBe(1);
    await again.close();
  });
});
