import { DomainError } from '@volant/infra/errors/domain-error';
import type { MessageLog, OutgoingRecord } from '@volant/infra/message-log/message-log';
import { ACTIVITY_TOPIC } from '@volant/infra/message-log/topics';
import type { Logger } from '@volant/infra/process/log';

/** Kafka refuses records of a megabyte; half of it leaves room for whatever it adds. */
const MAX_RECORD_BYTES = 512 * 1024;
/** Events that may wait for the log before more are turned away. */
const MAX_WAITING_EVENTS = 20_000;
/** A log that takes longer has stopped answering. */
const PUBLISH_TIMEOUT_MS = 10_000;
const RETRY_AFTER_SECONDS = 5;

export interface ActivityPublisher {
  /**
   * Resolves once the activities, each encoded as an element of an ActivityBatch, are durable.
   * @throws DomainError UNAVAILABLE when the log refuses or does not answer, or too many wait already.
   * The activities may have been stored all the same; sent again under the same ids they count once.
   */
  publish(elements: readonly Uint8Array[]): Promise<void>;
  /** Resolves when nothing waits any more. */
  stop(): Promise<void>;
}

interface Gathering {
  readonly elements: Uint8Array[];
  readonly done: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Gathers the activities of many requests into one write: what arrives while a
 * write is under way becomes the next one. So a write costs each event the less
 * the more there are, and a single event waits for nobody.
 */
export function createActivityPublisher(
  messageLog: MessageLog,
  newId: () => string,
  log: Logger,
  timeoutMs = PUBLISH_TIMEOUT_MS,
): ActivityPublisher {
  // Activities need no order among each other; a key of its own spreads each record over the partitions.
  const process = newId();
  let records = 0;
  const nextKey = () => {
    records += 1;
    return `${process}-${records}`;
  };
  let gathering = gather();
  let writing: Promise<void> | undefined;

  async function writeAll(): Promise<void> {
    // Lets every request that was read in this turn of the event loop join.
    await new Promise((resolve) => setImmediate(resolve));
    while (gathering.elements.length > 0) {
      const batch = gathering;
      gathering = gather();
      try {
        await inTime(messageLog.publish(ACTIVITY_TOPIC.name, toRecords(batch.elements, nextKey)), timeoutMs);
        batch.resolve();
      } catch (error) {
        log.error({ err: error, events: batch.elements.length }, 'events cannot be written to the log');
        batch.reject(new DomainError('UNAVAILABLE', {}, RETRY_AFTER_SECONDS));
      }
    }
    writing = undefined;
  }

  return {
    publish(elements) {
      if (gathering.elements.length + elements.length > MAX_WAITING_EVENTS) {
        return Promise.reject(new DomainError('UNAVAILABLE', {}, RETRY_AFTER_SECONDS));
      }
      for (const element of elements) gathering.elements.push(element);
      const { done } = gathering;
      writing ??= writeAll();
      return done;
    },
    async stop() {
      await writing;
    },
  };
}

function gather(): Gathering {
  let resolve = () => {};
  let reject = (_: unknown) => {};
  const done = new Promise<void>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { elements: [], done, resolve, reject };
}

function toRecords(elements: readonly Uint8Array[], nextKey: () => string): readonly OutgoingRecord[] {
  const records: OutgoingRecord[] = [];
  for (let start = 0; start < elements.length; ) {
    let end = start;
    let bytes = 0;
    while (end < elements.length) {
      const length = elements[end]?.length ?? 0;
      if (end > start && bytes + length > MAX_RECORD_BYTES) break;
      bytes += length;
      end += 1;
    }
    records.push({ key: nextKey(), value: Buffer.concat(elements.slice(start, end), bytes) });
    start = end;
  }
  return records;
}

async function inTime(work: Promise<void>, timeoutMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
