/** What a follower has come to, and whether that is everything there was when it began. */
export interface CatchingUp {
  /** Offset wanted next of a partition; 0 of one that has come since. */
  position(partition: number): number;
  /** Everything before `next` is handled. */
  handled(partition: number, next: number): void;
  /** Which server answers for which partition. */
  ledBy(leaders: ReadonlyMap<number, number>): void;
  /** Membership is new: what a server answered before says nothing any more. */
  joined(): void;
  /** A batch, of whichever partition, is being handled. */
  busy(): void;
  /** A server has answered a fetch. */
  answered(server: number): void;
  /** A server is about to be asked again; what it answered so far has been handled. */
  asking(server: number): void;
  /** Resolves once every partition has been read up to where it ended. */
  readonly done: Promise<void>;
}

export interface PartitionSpan {
  readonly partition: number;
  readonly from: number;
  /** Where the partition ended when following began. */
  readonly end: number;
}

/** Answers without records after which a server has nothing more; the first may have been asked for something else. */
const EMPTY_ANSWERS = 2;

/**
 * A partition may end in offsets that no record has any more: compaction took
 * it, or it marks a transaction. Nothing comes from there, so that a server
 * which answers again and again with nothing counts as read to the end.
 */
export function createCatchingUp(spans: readonly PartitionSpan[]): CatchingUp {
  const positions = new Map(spans.map(({ partition, from }) => [partition, from]));
  const behind = new Map(
    spans.filter(({ from, end }) => from < end).map(({ partition, end }) => [partition, end] as const),
  );
  const answers = new Map<number, number>();
  let leaderOf: ReadonlyMap<number, number> = new Map();
  let resolve = () => {};
  const done = new Promise<void>((onDone) => {
    resolve = onDone;
  });
  const look = () => {
    if (behind.size === 0) resolve();
  };
  look();

  return {
    done,
    position: (partition) => positions.get(partition) ?? 0,
    handled(partition, next) {
      positions.set(partition, next);
      if (next >= (behind.get(partition) ?? 0)) behind.delete(partition);
      look();
    },
    ledBy(leaders) {
      leaderOf = leaders;
    },
    joined: () => answers.clear(),
    busy: () => answers.clear(),
    answered(server) {
      answers.set(server, (answers.get(server) ?? 0) + 1);
    },
    asking(server) {
      if ((answers.get(server) ?? 0) < EMPTY_ANSWERS) return;
      for (const partition of [...behind.keys()]) {
        if (leaderOf.get(partition) === server) behind.delete(partition);
      }
      look();
    },
  };
}
