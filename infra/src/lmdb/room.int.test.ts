import { mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, open, type RootDatabase } from 'lmdb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openRoom, type Room, type Work } from './room.ts';

const SMALL: Work = { entries: 1, bytes: 10 };

let directory: string;
let root: RootDatabase;
let room: Room;
let values: Database<Buffer, string | number>;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'room-'));
  root = open({ path: directory, noSubdir: false, overlappingSync: false, eventTurnBatching: false });
  room = await openRoom(root, directory, undefined);
  values = root.openDB({ name: 'values', encoding: 'binary' });
});
afterEach(async () => {
  await root.close();
  await rm(directory, { recursive: true, force: true });
});

const file = () => join(directory, 'data.mdb');
const length = async () => (await stat(file())).size;

/** Bytes up to the last page that LMDB uses. */
function used(): number {
  const { lastPageNumber, pageSize } = root.getStats() as { lastPageNumber: number; pageSize: number };
  return (lastPageNumber + 1) * pageSize;
}

/** Pseudo-random numbers from 0 to 1, the same in every run. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('space reserved for an lmdb environment', () => {
  it('suffices before every write, for any puts and removals', async () => {
    const random = randomNumbers(1);
    const below = (limit: number) => Math.floor(random() * limit);
    const keys: string[] = [];
    for (let time = 0; time < 400; time += 1) {
      const count = 1 + below(10 ** below(4));
      const longest = 10 ** below(5);
      const longestKey = 10 ** below(3);
      const operations = Array.from({ length: count }, () => {
        const known = keys.length > 0 && random() < 0.5;
        const key = known ? (keys[below(keys.length)] ?? '') : `${random()}`.padEnd(below(longestKey), 'k');
        if (!known) keys.push(key);
        return { key, value: random() < 0.3 ? undefined : Buffer.alloc(1 + below(longest)) };
      });
      const bytes = operations.reduce((sum, { value }) => sum + (value?.length ?? 0), 0);
      let before = 0;
      await room.write({ entries: count, bytes }, async () => {
        before = await length();
        await root.childTransaction(() => {
          for (const { key, value } of operations) {
            if (value === undefined) values.removeSync(key);
            else values.putSync(key, value);
          }
        });
      });
      expect(used()).toBeLessThanOrEqual(before);
    }
    expect(used()).toBeGreaterThan(20_000_000);
  });

  it('suffices for appended entries, which count as one', async () => {
    const random = randomNumbers(2);
    let next = 0;
    for (let time = 0; time < 200; time += 1) {
      const longest = 10 ** Math.floor(random() * 5);
      const added = Array.from({ length: 1 + Math.floor(random() * 500) }, () =>
        Buffer.alloc(1 + Math.floor(random() * longest)),
      );
      const bytes = added.reduce((sum, { length: size }) => sum + size + 32, 0);
      let before = 0;
      await room.write({ entries: 1, bytes }, async () => {
        before = await length();
        await root.transaction(() => {
          for (const value of added) values.putSync(next++, value);
        });
      });
      expect(used()).toBeLessThanOrEqual(before);
    }
  });

  it('is allocated in large steps, and only after it is used up', async () => {
    const lengths = new Set<number>();
    for (let time = 0; time < 500; time += 1) {
      await room.write(SMALL, () => values.put(time % 10, Buffer.alloc(10)));
      lengths.add(await length());
    }
    expect(lengths.size).toBe(1);
  });

  it('lets concurrent writes share a commit', async () => {
    const before = root.getStats() as { lastTxnId: number };
    await Promise.all(Array.from({ length: 5 }, (_, key) => room.write(SMALL, () => values.put(key, Buffer.alloc(1)))));
    const after = root.getStats() as { lastTxnId: number };
    expect(after.lastTxnId).toBe(before.lastTxnId + 1);
  });

  it('is allocated while no write runs, and all waiting writes get their share', async () => {
    let writing = 0;
    const large = { entries: 1, bytes: 400_000 };
    await Promise.all(
      Array.from({ length: 40 }, (_, key) =>
        room.write(large, async () => {
          writing += 1;
          const before = await length();
          await values.put(key, Buffer.alloc(400_000));
          expect(used()).toBeLessThanOrEqual(before);
          writing -= 1;
        }),
      ),
    );
    expect(writing).toBe(0);
    expect(values.getKeysCount()).toBe(40);
  });

  it('refuses a write without disk space before lmdb sees it, and retries with the next write', async () => {
    const large = { entries: 1, bytes: 5_000_000 };
    let asked = 0;
    const write = () =>
      room.write(large, () => {
        asked += 1;
        return values.put('key', Buffer.alloc(5_000_000));
      });
    await rename(file(), `${file()}.away`);
    const refused = await Promise.allSettled([write(), write(), write()]);
    expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    await expect(write()).rejects.toMatchObject({ code: 'ENOENT' });
    expect(asked).toBe(0);
    // A write that still fits succeeds.
    await room.write(SMALL, () => values.put('small', Buffer.alloc(10)));

    await rename(`${file()}.away`, file());
    await write();
    expect(asked).toBe(1);
    expect(values.get('key')).toHaveLength(5_000_000);
  });

  it('opens an existing environment on a full disk, but not a new one', async () => {
    await expect(openRoom(root, join(directory, 'elsewhere'), undefined)).resolves.toBeDefined();
    const other = await mkdtemp(join(tmpdir(), 'room-new-'));
    const empty = open({ path: other, noSubdir: false });
    try {
      await expect(openRoom(empty, join(other, 'elsewhere'), undefined)).rejects.toMatchObject({ code: 'ENOENT' });
    } finally {
      await empty.close();
      await rm(other, { recursive: true });
    }
  });
});
