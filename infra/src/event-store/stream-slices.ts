import { setImmediate as immediate } from 'node:timers/promises';
import type { Commit, EventStore } from './event-store.ts';

/**
 * Maximum number of commits in a slice, and the number of JSON bytes that ends it: a few milliseconds to parse and
 * fold.
 */
export const SLICE_COMMITS = 64;
export const SLICE_BYTES = 128 * 1024;

let lastTurn: Promise<unknown> = Promise.resolve();

/**
 * Waits for an event loop turn for the next slice. Concurrent long reads queue here, so that each turn reads one slice.
 */
export function turnOfNextSlice(): Promise<unknown> {
  lastTurn = lastTurn.then(() => immediate());
  return lastTurn;
}

type ReadsSlices = Pick<EventStore, 'readSlice'>;

/** The commits of a stream in slices, with a turn of the event loop in between. */
export async function* slicesOf(store: ReadsSlices, streamId: string, after = 0): AsyncGenerator<readonly Commit[]> {
  let version = after;
  for (;;) {
    const slice = await store.readSlice(streamId, version);
    if (slice.commits.length > 0) yield slice.commits;
    if (slice.isEnd) return;
    version = slice.commits.at(-1)?.version ?? version;
    // An embedded store answers synchronously; yield to other work.
    await turnOfNextSlice();
  }
}

export async function wholeStream(store: ReadsSlices, streamId: string, after?: number): Promise<readonly Commit[]> {
  const commits: Commit[] = [];
  for await (const slice of slicesOf(store, streamId, after)) commits.push(...slice);
  return commits;
}
