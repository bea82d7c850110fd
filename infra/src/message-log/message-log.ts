export interface TopicDefinition {
  readonly name: string;
  /** `compact` keeps the latest record per key, `delete` keeps records for `retentionMs`. */
  readonly cleanup: 'compact' | 'delete';
  readonly retentionMs?: number;
}

export interface OutgoingRecord {
  /** Orders records; on a compacted topic, identifies the entity whose latest state the record is. */
  readonly key: string;
  /** null: tombstone; the key is forgotten. */
  readonly value: Uint8Array | null;
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * The record erases the key's former values although the key remains: on a compacted topic none of their bytes may
   * stay. Ignored by logs that remove superseded records after some time anyway.
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
  /** Maximum number of records per call. */
  readonly maxRecords: number;
  /**
   * Offsets are committed after the promise resolves. If it rejects, the same records are delivered again after a pause
   * that grows up to 5 s.
   */
  readonly onBatch: (records: readonly LogRecord[]) => Promise<void>;
}

export interface FollowOptions {
  readonly topic: string;
  /** First offset per partition, 0 if missing; or a function that reads it. */
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
  /** Timeout of the write; ignored by a log without timeouts. Default: 10 s. */
  readonly deadlineMs?: number;
}

export interface MessageLog {
  /**
   * Creates missing topics and updates the retention of the others.
   * @throws SettingError naming the difference if one exists with another cleanup
   */
  ensureTopics(topics: readonly TopicDefinition[]): Promise<void>;
  /**
   * Resolves once all records are durable (fsync, or acks=all). Keeps their order per key.
   * @throws DomainError UNAVAILABLE if they are not durable within the deadline. They may become so later: publishing
   * them again may cause duplicates.
   */
  publish(topic: string, records: readonly OutgoingRecord[], options?: PublishOptions): Promise<void>;
  /** Reads as a member of a group, starting at its committed offsets, the first time at the earliest record. */
  consume(options: ConsumeOptions): Promise<Consumer>;
  /** Reads the whole topic, without a group and without commits: for views. */
  follow(options: FollowOptions): Promise<Follower>;
  /** Number of records from these offsets on, one offset per partition, including those removed by compaction. */
  behind(topic: string, from: (partition: number) => Promise<number>): Promise<number>;
  /** Identifies this log: offsets of another one refer to other records. */
  identity(): Promise<string>;
  close(): Promise<void>;
}
