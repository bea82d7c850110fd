export type CatchingUp = ReturnType<typeof createCatchingUp>;

export interface PartitionSpan {
  readonly partition: number;
  readonly from: number;
  /** End of the partition when following began. */
  readonly end: number;
}

/** Tracks how far a follower has read, and whether that covers all records that existed when it began. */
export function createCatchingUp(spans: readonly PartitionSpan[]) {
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
    /** Resolves once every partition has been read to its initial end. */
    done,
    /** Next offset to read of a partition; 0 for a partition added since. */
    position: (partition: number) => positions.get(partition) ?? 0,
    /** All records before `next` are handled. */
    handled(partition: number, next: number): void {
      positions.set(partition, next);
      if (next >= (behind.get(partition) ?? 0)) behind.delete(partition);
      look();
    },
  };
}
