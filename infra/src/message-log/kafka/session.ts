import type { EachBatchPayload, IHeaders, RetryOptions } from 'kafkajs';
import pTimeout from 'p-timeout';
import type { Logger } from '../../process/observability/log.ts';
import type { LogRecord } from '../message-log.ts';
import type { CatchingUp } from './catching-up.ts';
import { type KafkaConnection, SOON } from './connection.ts';
import type { PartitionBatch, Session } from './reader.ts';
import { commitNote, type truncatedPartitions } from './truncation.ts';

export interface SessionParts {
  readonly topic: string;
  readonly groupId: string;
  /** Only for a follower: provides the offsets to start at and tracks progress. Offsets are then not committed. */
  readonly catchingUp?: CatchingUp;
  readonly onBatch: (batch: PartitionBatch) => Promise<void>;
}

interface SessionTools {
  readonly truncated: (topic: string, groupId: string) => ReturnType<typeof truncatedPartitions>;
  readonly log: Logger;
  readonly closeQuietly: (what: Promise<{ disconnect(): Promise<void> }>) => void;
}

const SESSION_MS = 15_000;
/** How often a member sends heartbeats, and so notices changes of the group. */
const HEARTBEAT_MS = 3_000;
/** How long a server may hold back an empty fetch response; stopping may take as long. */
const FETCH_WAIT_MS = 1_000;
const MAX_PARTITION_BYTES = 4 * 1024 * 1024;
const MAX_FETCH_BYTES = 16 * 1024 * 1024;
const CLOSE_WITHIN_MS = 3_000;
/** The caller opens a new session after a lost one. */
export const SESSION_RETRY: RetryOptions = { ...SOON, restartOnFailure: async () => false };

/**
 * @param truncated reads the offsets at which the group continues in truncated partitions
 */
export async function openSession(
  { topic, groupId, catchingUp, onBatch }: SessionParts,
  { kafka, hangUp }: KafkaConnection,
  { truncated, closeQuietly, log }: SessionTools,
): Promise<Session> {
  const consumer = kafka.consumer({
    groupId,
    allowAutoTopicCreation: false,
    sessionTimeout: SESSION_MS,
    heartbeatInterval: HEARTBEAT_MS,
    maxWaitTimeInMs: FETCH_WAIT_MS,
    maxBytesPerPartition: MAX_PARTITION_BYTES,
    maxBytes: MAX_FETCH_BYTES,
    retry: SESSION_RETRY,
  });
  const { CRASH, REQUEST_TIMEOUT, GROUP_JOIN, END_BATCH_PROCESS } = consumer.events;
  let alive = true;
  const lost = new Promise<Error>((resolve) => {
    consumer.on(CRASH, ({ payload }) => {
      alive = false;
      resolve(payload.error);
    });
  });
  consumer.on(REQUEST_TIMEOUT, ({ payload }) => hangUp(payload.broker));

  if (catchingUp !== undefined) {
    // Fires while joining, before the first fetch.
    consumer.on(GROUP_JOIN, ({ payload }) => {
      for (const partition of payload.memberAssignment[topic] ?? []) {
        consumer.seek({ topic, partition, offset: String(catchingUp.position(partition)) });
      }
    });
    consumer.on(END_BATCH_PROCESS, ({ payload }) => {
      // The batch contains only transaction markers or records removed by compaction, so there is no record to handle.
      if (payload.batchSize === 0) catchingUp.handled(payload.partition, Number(payload.lastOffset) + 1);
    });
  } else {
    const readOn = new Map(await truncated(topic, groupId));
    consumer.on(GROUP_JOIN, ({ payload }) => {
      for (const partition of payload.memberAssignment[topic] ?? []) {
        const offset = readOn.get(partition);
        if (offset === undefined) continue;
        log.warn({ topic, partition, offset }, 'Kafka has lost records that were read: reading on where it was cut');
        consumer.seek({ topic, partition, offset });
      }
      // A rejoin within this session continues at the offsets committed since.
      readOn.clear();
    });
  }

  async function close(): Promise<void> {
    alive = false;
    await pTimeout(consumer.disconnect(), { milliseconds: CLOSE_WITHIN_MS });
  }
  try {
    await consumer.connect();
    await consumer.subscribe({ topics: [topic], fromBeginning: true });
    await consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      eachBatch: (payload) => onBatch(batchOf(payload, () => alive, catchingUp)),
    });
  } catch (error) {
    closeQuietly(Promise.resolve(consumer));
    throw error;
  }
  return { lost, close };
}

function batchOf(
  { batch, resolveOffset, commitOffsetsIfNecessary, heartbeat, isRunning, isStale }: EachBatchPayload,
  alive: () => boolean,
  catchingUp: CatchingUp | undefined,
): PartitionBatch {
  const { topic, partition } = batch;
  let youngest = 0;
  return {
    partition,
    records: batch.messages.map(
      ({ key, value, headers, offset, timestamp }): LogRecord => ({
        topic,
        partition,
        offset: Number(offset),
        key: key?.toString() ?? '',
        value: value === null ? null : new Uint8Array(value.buffer, value.byteOffset, value.length),
        headers: textsOf(headers),
        at: new Date(Number(timestamp)),
      }),
    ),
    next: Number(batch.lastOffset()) + 1,
    current: () => alive() && isRunning() && !isStale(),
    heartbeat,
    async handled(next) {
      resolveOffset(String(next - 1));
      if (catchingUp !== undefined) return catchingUp.handled(partition, next);
      for (const { offset, timestamp } of batch.messages) {
        if (Number(offset) < next) youngest = Math.max(youngest, Number(timestamp));
      }
      const committed = { partition, offset: String(next), metadata: commitNote(youngest) };
      await commitOffsetsIfNecessary({ topics: [{ topic, partitions: [committed] }] });
    },
  };
}

function textsOf(headers: IHeaders | undefined): Readonly<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers ?? {})) {
    const first = Array.isArray(value) ? value[0] : value;
    if (first !== undefined) texts[name] = first.toString();
  }
  return texts;
}
