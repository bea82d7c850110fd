import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Adapters } from '@volant/infra/adapters/adapters-port';
import type { Commit, EventStore, StoredCheckpoint, StoredReservation } from '@volant/infra/event-store/event-store';
import { readTopic } from '@volant/infra/message-log/read-topic';
import { ACTIVITY_TOPIC } from '@volant/infra/message-log/topics';
import { z } from 'zod';
import { type RecordRow, rowOf } from '../transfer/carried-log.ts';
import { OWNERS } from '../transfer/places.ts';

/** Maximum characters of the commits of a store, and of the records, in one increment. */
const MAX_CHARACTERS = 2_000_000;
const PAGE = 500;
/** Reservations have no order of change, so those of a changed bucket are sent again. */
const BUCKETS = 256;

export const cursor = z.object({
  /** Position of the last commit sent, by store. */
  positions: z.record(z.string(), z.number().int()),
  /** Next record to be sent, by partition of the activity log. */
  offsets: z.record(z.string(), z.number().int()),
});

/** How far a lineage of increments has come. */
export type Cursor = z.infer<typeof cursor>;

export interface StoreCounts {
  readonly commits: number;
  readonly reservations: number;
}

/** Present only if all commits of the moment have been sent. */
interface StoreState {
  readonly checkpoints: readonly StoredCheckpoint[];
  readonly counts: StoreCounts;
  /** All reservations of the buckets that changed. */
  readonly reservations: Readonly<Record<number, readonly StoredReservation[]>>;
}

interface StoreIncrement {
  readonly commits: readonly Commit[];
  readonly state?: StoreState;
}

export interface Increment {
  /** Everything until this moment is in it or in earlier ones, unless it says that more follows. */
  readonly at: string;
  readonly isAll: boolean;
  readonly stores: Readonly<Record<string, StoreIncrement>>;
  readonly records: readonly RecordRow[];
  /** Keys of pictures that were deleted. */
  readonly picturesGone: readonly string[];
}

/** Digests of the buckets that were sent, by store. */
export type Digests = Readonly<Record<string, ReadonlyMap<number, string>>>;

export interface Collected {
  readonly increment: Omit<Increment, 'picturesGone'>;
  readonly cursor: Cursor;
  readonly digests: Digests;
  /** Whether it says anything new. */
  readonly isNew: boolean;
}

/** Reads what is new since a cursor, the stores at one point in time. */
export async function collect(adapters: Adapters, from: Cursor, sent: Digests, now: Date): Promise<Collected> {
  const positions: Record<string, number> = {};
  const digests: Record<string, ReadonlyMap<number, string>> = {};
  const stores: Record<string, StoreIncrement> = {};
  let isNew = false;
  await adapters.eventStoresAtOnePoint(async (storeOf) => {
    for (const owner of OWNERS) {
      const after = from.positions[owner] ?? 0;
      const found = await newIn(await storeOf(owner), after, sent[owner] ?? new Map());
      stores[owner] = found.increment;
      positions[owner] = found.increment.commits.at(-1)?.position ?? after;
      digests[owner] = found.digests;
      isNew ||= found.isNew;
    }
  });
  const isAll = Object.values(stores).every(({ state }) => state !== undefined);
  const { rows, offsets, isEnd } = await recordsFrom(adapters, from.offsets);
  return {
    increment: { at: now.toISOString(), isAll: isAll && isEnd, stores, records: rows },
    cursor: { positions, offsets },
    digests,
    isNew: isNew || rows.length > 0,
  };
}

async function newIn(store: EventStore, after: number, sent: ReadonlyMap<number, string>) {
  const { commits, isEnd } = await commitsFrom(store, after);
  if (!isEnd) return { increment: { commits }, digests: sent, isNew: true };
  const { state, digests, changes } = await stateOf(store, sent);
  return { increment: { commits, state }, digests, isNew: commits.length > 0 || changes };
}

async function commitsFrom(store: EventStore, after: number) {
  const commits: Commit[] = [];
  let characters = 0;
  while (characters < MAX_CHARACTERS) {
    const page = await store.readAll(commits.at(-1)?.position ?? after, PAGE);
    if (page.length === 0) return { commits, isEnd: true };
    commits.push(...page);
    characters += JSON.stringify(page).length;
    await nextTurn();
  }
  return { commits, isEnd: false };
}

async function stateOf({ contents }: EventStore, sent: ReadonlyMap<number, string>) {
  const { counts, buckets } = await bucketsOf(contents);
  const digests = new Map<number, string>();
  const reservations: Record<number, readonly StoredReservation[]> = {};
  for (const [bucket, rows] of buckets) {
    const digest = createHash('sha256').update(JSON.stringify(rows)).digest('base64').slice(0, 16);
    digests.set(bucket, digest);
    if (sent.get(bucket) !== digest) reservations[bucket] = rows;
  }
  for (const bucket of sent.keys()) if (!buckets.has(bucket)) reservations[bucket] = [];
  const state: StoreState = { checkpoints: await contents.checkpoints(), counts, reservations };
  return { state, digests, changes: Object.keys(reservations).length > 0 };
}

async function bucketsOf(contents: EventStore['contents']) {
  const buckets = new Map<number, StoredReservation[]>();
  for (let after = ''; ; await nextTurn()) {
    const page = await contents.reservations(after, PAGE);
    const last = page.at(-1);
    if (last === undefined) return { counts: await contents.size(), buckets };
    for (const reservation of page) {
      const bucket = bucketOf(reservation.key);
      const rows = buckets.get(bucket);
      if (rows === undefined) buckets.set(bucket, [reservation]);
      else rows.push(reservation);
    }
    after = last.key;
  }
}

export function bucketOf(key: string): number {
  return (createHash('sha1').update(key).digest()[0] ?? 0) % BUCKETS;
}

async function recordsFrom(adapters: Adapters, from: Cursor['offsets']) {
  const offsets: Record<string, number> = { ...from };
  const rows: RecordRow[] = [];
  let characters = 0;
  const log = await adapters.messageLog();
  for await (const records of readTopic(log, ACTIVITY_TOPIC.name, from)) {
    for (const record of records) {
      if (record.offset < (from[record.partition] ?? 0)) continue;
      const row = rowOf(record);
      characters += JSON.stringify(row).length;
      rows.push(row);
      offsets[record.partition] = record.offset + 1;
    }
    if (characters >= MAX_CHARACTERS) return { rows, offsets, isEnd: false };
  }
  return { rows, offsets, isEnd: true };
}

/** The cursor of everything that is there now. */
export async function presentCursor(adapters: Adapters): Promise<Cursor> {
  const positions: Record<string, number> = {};
  for (const owner of OWNERS) positions[owner] = await (await adapters.eventStore(owner)).head();
  const offsets: Record<string, number> = {};
  for await (const records of readTopic(await adapters.messageLog(), ACTIVITY_TOPIC.name)) {
    for (const { partition, offset } of records) offsets[partition] = offset + 1;
  }
  return { positions, offsets };
}
