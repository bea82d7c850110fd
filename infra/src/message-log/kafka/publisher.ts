import pTimeout from 'p-timeout';
import { DomainError, unavailable } from '../../errors/domain-error.ts';
import type { Logger } from '../../process/observability/log.ts';
import { Batcher } from '../../process/waiting/batcher.ts';
import { portionsOf } from '../../process/waiting/portions.ts';
import { retry } from '../../process/waiting/retry.ts';
import type { OutgoingRecord } from '../message-log.ts';

/** Writes to one topic, exactly once and in order during its lifetime. */
export interface Sender {
  /**
   * Resolves once all in-sync replicas have the records. Rejects if it has given up for good, or if the records are
   * rejected.
   */
  send(records: readonly OutgoingRecord[]): Promise<void>;
  close(): Promise<void>;
}

export interface KafkaPublisherParts {
  readonly openSender: (topic: string) => Sender;
  /** Whether the server rejected the records themselves or the right to write them. */
  readonly isRefusal: (error: unknown) => boolean;
  readonly logger: Logger;
}

/** Part of one call that is sent together. */
interface Piece {
  /** Empty once its call has stopped waiting, so that an outage does not fill the memory. */
  records: readonly OutgoingRecord[];
  bytes: number;
  refusal?: unknown;
}

/** Kafka rejects batches of more than a megabyte, and all records of a send may fall into one partition. */
const MAX_SEND_BYTES = 900 * 1024;
/** Overhead of a record beside key, value and headers, rounded up. */
const RECORD_OVERHEAD = 64;
const PAUSES = { firstRetryMs: 100, longestRetryMs: 1_000 };

/**
 * Collects records published during a send into the next one. Sends one batch per topic at a time, because two
 * concurrent ones could swap the records of a key.
 */
export function createKafkaPublisher({ openSender, isRefusal, logger }: KafkaPublisherParts) {
  const queues = new Map<string, Batcher<Piece, void>>();
  const waiting = new Set<Promise<unknown>>();
  // One sender per topic, so that a missing topic does not block the others.
  const senders = new Map<string, Sender>();
  let closing = false;

  async function closeSender(sender: Sender): Promise<void> {
    try {
      await sender.close();
    } catch (error) {
      logger.debug({ err: error }, 'a producer cannot be closed');
    }
  }

  async function trySend(topic: string, group: readonly Piece[]): Promise<void> {
    const sender = senders.get(topic) ?? openSender(topic);
    senders.set(topic, sender);
    try {
      await sender.send(group.flatMap(({ records }) => records));
    } catch (error) {
      // A sender that has given up cannot be reused.
      if (!isRefusal(error)) {
        senders.delete(topic);
        void closeSender(sender);
      }
      throw error;
    }
  }

  /** Retries until the group is written or its callers have stopped waiting. */
  async function deliver(topic: string, group: readonly Piece[]): Promise<void> {
    const attempt = async () => {
      const filled = group.filter(({ records }) => records.length > 0);
      const [first] = filled;
      if (first === undefined) return;
      try {
        await trySend(topic, filled);
      } catch (error) {
        if (!isRefusal(error)) throw error;
        if (filled.length === 1) first.refusal = error;
        // One of the pieces is rejected; the others must be written.
        else for (const piece of filled) await deliver(topic, [piece]);
      }
    };
    const onFailure = (err: unknown, failures: number) =>
      logger.error({ err, topic, failures }, 'records cannot be written to Kafka');
    await retry(attempt, { ...PAUSES, onFailure });
  }

  function queueOf(topic: string): Batcher<Piece, void> {
    const queue =
      queues.get(topic) ??
      new Batcher<Piece, void>({
        work: async (group) => {
          await deliver(topic, group);
          return [];
        },
        capacity: MAX_SEND_BYTES,
        weigh: ({ bytes }) => bytes,
      });
    queues.set(topic, queue);
    return queue;
  }

  async function publish(topic: string, records: readonly OutgoingRecord[], milliseconds: number): Promise<void> {
    const pieces = piecesOf(records);
    const written = pieces.map(async (piece) => {
      await queueOf(topic).add(piece);
      if (piece.refusal !== undefined) throw piece.refusal;
    });
    try {
      await pTimeout(Promise.all(written), { milliseconds, message: unavailable() });
    } finally {
      for (const piece of pieces) Object.assign(piece, { records: [], bytes: 0 });
    }
  }

  return {
    publish(topic: string, records: readonly OutgoingRecord[], deadlineMs: number): Promise<void> {
      if (closing) return Promise.reject(new DomainError('UNAVAILABLE'));
      const done = publish(topic, records, deadlineMs);
      const settled: Promise<unknown> = done.catch(() => {}).then(() => waiting.delete(settled));
      waiting.add(settled);
      return done;
    },
    /** Waits for accepted records, at most until their deadlines. */
    async close(): Promise<void> {
      closing = true;
      await Promise.all(waiting);
      await Promise.all([...senders.values()].map(closeSender));
    },
  };
}

function piecesOf(records: readonly OutgoingRecord[]): Piece[] {
  const sized = records.map((record) => ({ record, length: sizeOf(record) }));
  return portionsOf(sized, MAX_SEND_BYTES).map((portion) => ({
    records: portion.map(({ record }) => record),
    bytes: portion.reduce((sum, { length }) => sum + length, 0),
  }));
}

function sizeOf({ key, value, headers }: OutgoingRecord): number {
  let bytes = RECORD_OVERHEAD + key.length * 3 + (value?.length ?? 0);
  for (const [name, text] of Object.entries(headers ?? {})) bytes += name.length + text.length * 3 + 4;
  return bytes;
}
