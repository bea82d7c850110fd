/** Tracks how far a follower has read, and whether that covers all records that existed when it began. */
export interface CatchingUp {
  /** Next offset to read of a partition; 0 for a partition added since. */
  position(partition: number): number;
  /** All records before `next` are handled. */
  handled(partition: number, next: number): void;
  /** Sets the leading server of each partition. */
  ledBy(leaders: ReadonlyMap<number, number>): void;
  /** The membership is new, so earlier answers of servers no longer count. */
  joined(): void;
  /** A batch of any partition is being handled. */
  busy(): void;
  /** A server has answered a fetch. */
  answered(server: number): void;
  /** A server is about to get the next fetch; the records of its earlier answers are handled. */
  asking(server: number): void;
  /** Resolves once every partition has been read to its initial end. */
  readonly done: Promise<void>;
}

export interface PartitionSpan {
  readonly partition: number;
  readonly from: number;
  /** End of the partition when following began. */
  readonly end: number;
}

/** Empty answers after which a server counts as read to the end; the first may answer an earlier fetch. */
const EMPTY_ANSWERS = 2;

/**
 * The last offsets of a partition may have no records, because compaction removed them or they mark a transaction. No
 * batch arrives for them, so a server that repeatedly answers without records counts as read to the end.
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
