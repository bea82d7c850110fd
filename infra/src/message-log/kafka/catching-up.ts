/** Tracks how far a follower has read, and whether that covers all records that existed when it began. */
export interface CatchingUp {
  /** Next offset to read of a partition; 0 for a partition added since. */
  position(partition: number): number;
  /** All records before `next` are handled. */
  handled(partition: number, next: number): void;
  /** Resolves once every partition has been read to its initial end. */
  readonly done: Promise<void>;
}

export interface PartitionSpan {
  readonly partition: number;
  readonly from: number;
  /** End of the partition when following began. */
  readonly end: number;
}

export function createCatchingUp(spans: readonly PartitionSpan[]): CatchingUp {
  const positions = new Map(spans.map(({ partition, from }) => [partition, from]));
  const behind = new Map(spans.filter(({ from, end }) => from < end).map(({ partition, end }) => [partition, end]));
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
  };
}
