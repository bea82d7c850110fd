import { DomainError } from '../../errors/domain-error.ts';
import type { Logger } from '../../process/observability/log.ts';
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

export interface KafkaPublisher {
  publish(topic: string, records: readonly OutgoingRecord[], deadlineMs: number): Promise<void>;
  /** Waits for accepted records, at most until their deadlines. */
  close(): Promise<void>;
}

/** Part of one call that is sent together. */
interface Piece {
  readonly records: readonly OutgoingRecord[];
  readonly bytes: number;
  /** Removes the piece from its queue, as written or with its error. */
  readonly settle: (error?: unknown) => void;
}

interface WaitingPiece {
  readonly piece: Piece;
  readonly done: Promise<void>;
}

interface TopicQueue {
  /** In the order of the calls; a piece leaves the set as soon as its call stops waiting. */
  readonly pieces: Set<Piece>;
  sending: Promise<void> | undefined;
}

/** Kafka rejects batches of more than a megabyte, and all records of a send may fall into one partition. */
const MAX_SEND_BYTES = 900 * 1024;
const MAX_SEND_RECORDS = 5_000;
/** Overhead of a record beside key, value and headers, rounded up. */
const RECORD_OVERHEAD = 64;
const RETRY_AFTER_SECONDS = 5;
const PAUSES = { firstRetryMs: 100, longestRetryMs: 1_000 };

/**
 * Collects records published during a send into the next one. Sends one batch per topic at a time, because two
 * concurrent ones could swap the records of a key.
 */
export function createKafkaPublisher({ openSender, isRefusal, logger }: KafkaPublisherParts): KafkaPublisher {
  const queues = new Map<string, TopicQueue>();
  const waiting = new Set<Promise<void>>();
  // One sender per topic, so that a missing topic does not block the others.
  const senders = new Map<string, Sender>();
  let closing = false;

  function senderOf(topic: string): Sender {
    const present = senders.get(topic);
    if (present !== undefined) return present;
    const opened = openSender(topic);
    senders.set(topic, opened);
    return opened;
  }

  /** A sender that has given up cannot be reused. */
  function dropSender(topic: string, broken: Sender): void {
    if (senders.get(topic) === broken) senders.delete(topic);
    closeSender(broken);
  }

  async function closeSender(sender: Sender): Promise<void> {
    try {
      await sender.close();
    } catch (error) {
      logger.debug({ err: error }, 'a producer cannot be closed');
    }
  }

  async function trySend(topic: string, group: readonly Piece[]): Promise<void> {
    const sender = senderOf(topic);
    try {
      await sender.send(group.flatMap(({ records }) => records));
    } catch (error) {
      if (!isRefusal(error)) dropSender(topic, sender);
      throw error;
    }
  }

  /** Retries until the group is written or its callers have stopped waiting. */
  async function deliver(topic: string, pieces: Set<Piece>, group: readonly Piece[]): Promise<void> {
    const attempt = async () => {
      const wanted = group.filter((piece) => pieces.has(piece));
      if (wanted.length === 0) return;
      try {
        await trySend(topic, wanted);
        for (const piece of wanted) piece.settle();
      } catch (error) {
        if (!isRefusal(error)) throw error;
        if (wanted.length === 1) wanted[0]?.settle(error);
        // One of the pieces is rejected; the others must be written.
        else for (const piece of wanted) await deliver(topic, pieces, [piece]);
      }
    };
    const onFailure = (err: unknown, failures: number) =>
      logger.error({ err, topic, failures }, 'records cannot be written to Kafka');
    await retry(attempt, { ...PAUSES, onFailure });
  }

  async function sendAll(topic: string, queue: TopicQueue): Promise<void> {
    while (queue.pieces.size > 0) await deliver(topic, queue.pieces, nextGroup(queue.pieces));
    queue.sending = undefined;
  }

  function enqueue(topic: string, records: readonly OutgoingRecord[], bytes: number): WaitingPiece {
    const queue = queues.get(topic) ?? { pieces: new Set(), sending: undefined };
    queues.set(topic, queue);
    let settle = (_error?: unknown) => {};
    const done = new Promise<void>((resolve, reject) => {
      settle = (error) => {
        queue.pieces.delete(piece);
        if (error === undefined) resolve();
        else reject(error);
      };
    });
    const piece: Piece = { records, bytes, settle };
    queue.pieces.add(piece);
    // The microtask lets other publishers of the same event loop turn join the send.
    queue.sending ??= Promise.resolve().then(() => sendAll(topic, queue));
    return { done, piece };
  }

  async function publish(topic: string, records: readonly OutgoingRecord[], deadlineMs: number): Promise<void> {
    const waitingPieces = inPieces(records).map((piece) => enqueue(topic, piece.records, piece.bytes));
    const giveUp = () => {
      for (const { piece } of waitingPieces) piece.settle(new DomainError('UNAVAILABLE', {}, RETRY_AFTER_SECONDS));
    };
    const timer = setTimeout(giveUp, deadlineMs);
    try {
      await Promise.all(waitingPieces.map(({ done }) => done));
    } finally {
      clearTimeout(timer);
      // If one piece was rejected, stop waiting for the others.
      giveUp();
    }
  }

  return {
    publish(topic, records, deadlineMs) {
      if (closing) return Promise.reject(new DomainError('UNAVAILABLE'));
      const done = publish(topic, records, deadlineMs);
      const settled = done.then(
        () => {},
        () => {},
      );
      waiting.add(settled);
      settled.then(() => waiting.delete(settled));
      return done;
    },
    async close() {
      closing = true;
      await Promise.all(waiting);
      await Promise.all([...senders.values()].map(closeSender));
    },
  };
}

function nextGroup(pieces: ReadonlySet<Piece>): readonly Piece[] {
  const group: Piece[] = [];
  let bytes = 0;
  let records = 0;
  for (const piece of pieces) {
    bytes += piece.bytes;
    records += piece.records.length;
    if (group.length > 0 && (bytes > MAX_SEND_BYTES || records > MAX_SEND_RECORDS)) break;
    group.push(piece);
  }
  return group;
}

function inPieces(records: readonly OutgoingRecord[]): { records: readonly OutgoingRecord[]; bytes: number }[] {
  const pieces: { records: OutgoingRecord[]; bytes: number }[] = [];
  let last: { records: OutgoingRecord[]; bytes: number } | undefined;
  for (const record of records) {
    const bytes = sizeOf(record);
    if (last === undefined || last.bytes + bytes > MAX_SEND_BYTES || last.records.length === MAX_SEND_RECORDS) {
      last = { records: [], bytes: 0 };
      pieces.push(last);
    }
    last.records.push(record);
    last.bytes += bytes;
  }
  return pieces;
}

function sizeOf({ key, value, headers }: OutgoingRecord): number {
  let bytes = RECORD_OVERHEAD + key.length * 3 + (value?.length ?? 0);
  for (const [name, text] of Object.entries(headers ?? {})) bytes += name.length + text.length * 3 + 4;
  return bytes;
}
