import type { Commit, EventStore, Slice, StoredSnapshot } from '../event-store/event-store.ts';

export interface StreamsInMemory extends Pick<EventStore, 'readSlice' | 'snapshots'> {
  /** Reads so far, such as `s behind 20`. */
  readonly reads: string[];
  /** By stream and fold. */
  readonly savedSnapshots: Map<string, StoredSnapshot>;
}

/** The streams of some commits, read in slices of `most`. */
export function streamsInMemory(commits: () => readonly Commit[], most = 64): StreamsInMemory {
  const reads: string[] = [];
  const savedSnapshots = new Map<string, StoredSnapshot>();
  const sliceOf = (id: string, after: number): Slice => {
    reads.push(`${id} behind ${after}`);
    const found = commits().filter(({ streamId, version }) => streamId === id && version > after);
    return { commits: found.slice(0, most), isEnd: found.length <= most };
  };
  return {
    reads,
    savedSnapshots,
    readSlice: async (id, after) => sliceOf(id, after),
    snapshots: {
      load: async (fold, id) => savedSnapshots.get(`${id} ${fold}`),
      save: async (fold, id, snapshot) => void savedSnapshots.set(`${id} ${fold}`, structuredClone(snapshot)),
    },
  };
}
