import type { Commit, EventStore } from './event-store.ts';
import { turnOfNextSlice } from './stream-slices.ts';

const BATCH = 500;

/** All commits of a store after a position, in batches, with a turn of the event loop in between. */
export async function* commitsAfter(
  store: Pick<EventStore, 'readAll'>,
  position: number,
  batch = BATCH,
): AsyncGenerator<readonly Commit[]> {
  for (let after = position; ; ) {
    const commits = await store.readAll(after, batch);
    const last = commits.at(-1);
    if (last === undefined) return;
    yield commits;
    after = last.position;
    await turnOfNextSlice();
  }
}
