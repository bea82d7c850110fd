import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { open, type RootDatabase } from 'lmdb';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openLmdbEventStore } from './lmdb-event-store.ts';
import { LmdbReservationTable } from './lmdb-reservation-table.ts';

const NOW = new Date('2026-11-25T12:00:00Z');
const before = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'volant-reservations-'));
});
afterEach(async () => {
  await rm(directory, { recursive: true });
});

const environment = (): RootDatabase =>
  open({ path: directory, noSubdir: false, overlappingSync: false, encoding: 'json' });

it('stores expiry entries exactly for unconfirmed reservations after any puts and removals', async () => {
  const root = environment();
  const table = new LmdbReservationTable(root);
  const key = fc.constantFrom('a', 'b', 'c');
  const change = fc.oneof(
    fc.record({ key, expiresAt: fc.integer({ min: 1, max: 5 }) }),
    fc.record({ key, confirmed: fc.constant(true) }),
    fc.record({ key }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 20 }), async (changes) => {
      const model = new Map<string, number | undefined>();
      await root.transaction(() => {
        for (const held of ['a', 'b', 'c']) table.remove(held);
        for (const one of changes) {
          if ('expiresAt' in one) {
            table.put(one.key, { owner: 'x', expiresAt: one.expiresAt });
            model.set(one.key, one.expiresAt);
          } else if ('confirmed' in one) {
            table.put(one.key, { owner: 'x' });
            model.set(one.key, undefined);
          } else {
            table.remove(one.key);
            model.delete(one.key);
          }
        }
      });
      const lapsing = (ms: number) => table.lapsingBefore(new Date(ms)).map(([expiresAt, of]) => `${expiresAt} ${of}`);
      const expected = (ms: number) =>
        [...model].flatMap(([of, expiresAt]) =>
          expiresAt !== undefined && expiresAt < ms ? [`${expiresAt} ${of}`] : [],
        );
      for (const ms of [3, 10]) expect(lapsing(ms)).toEqual(expected(ms).sort());
    }),
  );
  await root.close();
});

it('frees expired reservations of a store written before expiry entries existed', async () => {
  const root = environment();
  const reservations = root.openDB<object, string>({ name: 'reservations' });
  await reservations.put('lapsed', { owner: 'one', expiresAt: before(2).getTime() });
  await reservations.put('running', { owner: 'one', expiresAt: before(-2).getTime() });
  await reservations.put('confirmed', { owner: 'one' });
  await root.close();

  const store = await openLmdbEventStore({ path: directory, clock: () => NOW });
  expect(await store.reservations.reap(NOW)).toBe(1);
  expect(await store.reservations.ownerOf('running')).toBe('one');
  expect(await store.reservations.ownerOf('confirmed')).toBe('one');
  expect(await store.reservations.reap(before(-3))).toBe(1);
  await store.close();
});

it('keeps reservations confirmed by a release without expiry entries', async () => {
  const store = await openLmdbEventStore({ path: directory, clock: () => NOW });
  await store.reservations.reserve('name', 'one', before(2));
  expect(await store.reservations.reap(before(3))).toBe(0);
  await store.close();
  const root = environment();
  await root.openDB<object, string>({ name: 'reservations' }).put('name', { owner: 'one' });
  await root.close();

  const again = await openLmdbEventStore({ path: directory, clock: () => NOW });
  expect(await again.reservations.reap(NOW)).toBe(0);
  expect(await again.reservations.ownerOf('name')).toBe('one');
  await again.close();
});
