import { DomainError } from '../../errors/domain-error.ts';
import type { Logger } from '../../process/log.ts';
import { retry } from '../../process/retry.ts';
import type { OutgoingRecord } from '../message-log.ts';

/** Writes to one topic, exactly once and in order as long as it lives. */
export interface Sender {
  /** Resolves once all in-sync replicas have the records. Rejects when it has given up for good, or the records are refused. */
  send(records: readonly OutgoingRecord[]): Promise<void>;
  close(): Promise<void>;
}

export interface KafkaPublisherParts {
  readonly openSender: (topic: string) => Sender;
  /** Whether the records themselves, or the right to write them, are what the server refused. */
  readonly isRefusal: (error: unknown) => boolean;
  readonly logger: Logger;
}

export interface KafkaPublisher {
  publish(topic: string, records: readonly OutgoingRecord[], deadlineMs: number): Promise<void>;
  /** Waits for what was taken in, at most until its deadlines. */
  close(): Promise<void>;
}

/** Part of one call that goes out in one piece. */
interface Piece {
  readonly records: readonly OutgoingRecord[];
  readonly bytes: number;
  /** Takes it out of its queue, as written or with what went wrong. */
  readonly settle: (error?: unknown) => void;
}

interface WaitingPiece {
  readonly piece: Piece;
  readonly done: Promise<void>;
}

interface TopicQueue {
  /** In the order of the calls; what is no longer waited for leaves it at once. */
  readonly pieces: Set<Piece>;
  sending: Promise<void> | undefined;
}

/** Kafka refuses batches of more than a megabyte, and all records of a send may fall into one partition. */
const MAX_SEND_BYTES = 900 * 1024;
const MAX_SEND_RECORDS = 5_000;
/** What a record takes beside key, value and headers, generously. */
const RECORD_OVERHEAD = 64;
const RETRY_AFTER_SECONDS = 5;
const PAUSES = { firstRetryMs: 100, longestRetryMs: 1_000 };

/**
 * Gathers what is published while a send is under way into the next one: one
 * send at a time for a topic, because two that overtake each other would swap
 * the records of a key.
 */
export function createKafkaPublisher({ openSender, isRefusal, logger }: KafkaPublisherParts): KafkaPublisher {
  const queues = new Map<string, TopicQueue>();
  const waiting = new Set<Promise<void>>();
  // One for each topic: a topic that is gone blocks nobody else.
  const senders = new Map<string, Sender>();
  let closing = false;

  function senderOf(topic: string): Sender {
    const present = senders.get(topic);
    if (present !== undefined) return present;
    const opened = openSender(topic);
    senders.set(topic, opened);
    return opened;
  }

  /** A sender that has given up stays so. */
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

  /** Tries until the group is written or nobody waits for it any more. */
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
        // One of them is to blame; the others are written.
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
    // The microtask lets everybody who publishes in this turn join the send.
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
      // Where one piece was refused, the others are not waited for.
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
