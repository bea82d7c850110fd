export interface TopicDefinition {
  readonly name: string;
  /** `compact` keeps the latest record per key, `delete` keeps records for `retentionMs`. */
  readonly cleanup: 'compact' | 'delete';
  readonly retentionMs?: number;
}

export interface OutgoingRecord {
  /** Orders records and, on a compacted topic, names what they are the latest state of. */
  readonly key: string;
  /** null: tombstone; the key is forgotten. */
  readonly value: Uint8Array | null;
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * What the key was before is erased, as with a tombstone, though the key goes on: on a compacted topic no byte of it
   * may stay. A log that forgets superseded records in its own time anyway takes no notice.
   */
  readonly erases?: boolean;
}

export interface LogRecord extends Omit<OutgoingRecord, 'erases'> {
  readonly topic: string;
  readonly partition: number;
  /** Rises within a partition, with gaps where compaction removed records. */
  readonly offset: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly at: Date;
}

export interface ConsumeOptions {
  readonly topic: string;
  /** Consumers of one group share the topic's partitions and its committed offsets. */
  readonly group: string;
  /** At most this many records in one call. */
  readonly maxRecords: number;
  /**
   * Offsets are committed after the promise resolves. If it rejects, the same
   * records come again after a pause that grows up to 5 s.
   */
  readonly onBatch: (records: readonly LogRecord[]) => Promise<void>;
}

export interface FollowOptions {
  readonly topic: string;
  /** First offset wanted per partition, 0 where it names none; or the way to ask for it. */
  readonly from: Readonly<Record<number, number>> | ((partition: number) => Promise<number>);
  readonly onBatch: (records: readonly LogRecord[]) => Promise<void>;
}

export interface Consumer {
  /** Records not yet committed by this group, over all partitions. */
  lag(): Promise<number>;
  /** Lets the running batch finish, then stops. */
  stop(): Promise<void>;
}

export interface Follower {
  /** Resolves once every record that was in the topic when `follow` was called has been handled. */
  readonly caughtUp: Promise<void>;
  stop(): Promise<void>;
}

export interface PublishOptions {
  /** How long to try at most; a log that cannot tell how long a write takes ignores it. 10 s if none is given. */
  readonly deadlineMs?: number;
}

export interface MessageLog {
  /**
   * Creates missing topics and gives the others the wanted retention.
   * @throws SettingError naming the difference where one exists with another cleanup
   */
  ensureTopics(topics: readonly TopicDefinition[]): Promise<void>;
  /**
   * Resolves once all records are durable (fsync, or acks=all). Keeps their order per key.
   * @throws DomainError UNAVAILABLE when they are not durable within the deadline. They may become so
   * all the same: who publishes them again has to do with duplicates.
   */
  publish(topic: string, records: readonly OutgoingRecord[], options?: PublishOptions): Promise<void>;
  /** Reads as a member of a group, continuing at its committed offsets, from the earliest the first time. */
  consume(options: ConsumeOptions): Promise<Consumer>;
  /** Reads the whole topic by itself, sharing with nobody and committing nothing: for views. */
  follow(options: FollowOptions): Promise<Follower>;
  /** Records of a topic from these offsets on, one offset for each partition, counting those that compaction has taken. */
  behind(topic: string, from: (partition: number) => Promise<number>): Promise<number>;
  /** Tells this log from any other, whose offsets mean other records. */
  identity(): Promise<string>;
  close(): Promise<void>;
}
