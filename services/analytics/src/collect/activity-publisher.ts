import { DomainError } from '@volant/infra/errors/domain-error';
import { ACTIVITY_TOPIC } from '@volant/infra/message-log/topics';
import { traceCause, traceJoined } from '@volant/infra/process/observability/tracing';
import type { ActivityOutlet } from './activity-outlet.ts';

/** Kafka refuses records of a megabyte. Half of that leaves room for its overhead. */
const MAX_RECORD_BYTES = 512 * 1024;
/** Maximum number of events waiting for the log. Further events are refused. */
const MAX_WAITING_EVENTS = 20_000;
const RETRY_AFTER_SECONDS = 5;
const FIRST_RECORD_BYTES = 16 * 1024;
/** Maximum number of event loop turns that a write waits for more events. It stops earlier if a turn brings none. */
const MAX_TURNS = 8;
const PUBLISHING = `publish ${ACTIVITY_TOPIC.name}`;

export interface ActivityPublisher {
  /**
   * Resolves once the activities, encoded as elements of an ActivityBatch, are durable. Copies the bytes at once.
   * @throws DomainError UNAVAILABLE when the log refuses or does not answer, or too many events are waiting. The
   * activities may still have been stored; a retry with the same ids counts once.
   */
  publish(elements: Uint8Array, count: number): Promise<void>;
  /** Resolves when the last write has ended. */
  stop(): Promise<void>;
}

/** Activities of many requests, with the promise that settles when they are written. */
class Gathering {
  readonly #full: Uint8Array[] = [];
  readonly causes: NonNullable<ReturnType<typeof traceCause>>[] = [];
  #record = Buffer.allocUnsafe(FIRST_RECORD_BYTES);
  #bytes = 0;
  count = 0;
  resolve = () => {};
  reject = (_: unknown) => {};
  readonly done = new Promise<void>((resolve, reject) => {
    this.resolve = resolve;
    this.reject = reject;
  });

  add(elements: Uint8Array, count: number): void {
    if (this.#bytes > 0 && this.#bytes + elements.length > MAX_RECORD_BYTES) {
      this.#full.push(this.#record.subarray(0, this.#bytes));
      this.#record = Buffer.allocUnsafe(MAX_RECORD_BYTES);
      this.#bytes = 0;
    }
    if (this.#bytes + elements.length > this.#record.length) {
      const wider = Buffer.allocUnsafe(Math.max(this.#record.length * 4, elements.length));
      this.#record.copy(wider, 0, 0, this.#bytes);
      this.#record = wider;
    }
    this.#record.set(elements, this.#bytes);
    this.#bytes += elements.length;
    this.count += count;
  }

  records(): readonly Uint8Array[] {
    return [...this.#full, this.#record.subarray(0, this.#bytes)];
  }
}

/**
 * Batches the activities of many requests into one write: events that arrive during a write form the next one. The cost
 * of a write per event falls as traffic grows, and a single event does not wait for others.
 */
export function createActivityPublisher(outlet: Pick<ActivityOutlet, 'write'>): ActivityPublisher {
  let gathering = new Gathering();
  let writing: Promise<void> | undefined;

  /**
   * Lets requests that are being read join the batch: waits as long as each event loop turn brings some. A single event
   * waits one turn.
   */
  async function everybodyOnTheWay(): Promise<void> {
    for (let turn = 0, before = 0; turn < MAX_TURNS && gathering.count > before; turn += 1) {
      before = gathering.count;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  async function writeAll(): Promise<void> {
    while (gathering.count > 0) {
      await everybodyOnTheWay();
      const batch = gathering;
      gathering = new Gathering();
      try {
        await traceJoined(PUBLISHING, 'PRODUCER', batch.causes, () => outlet.write(batch.records()));
        batch.resolve();
      } catch (error) {
        batch.reject(error);
      }
    }
    writing = undefined;
  }

  return {
    publish(elements, count) {
      if (gathering.count + count > MAX_WAITING_EVENTS) {
        return Promise.reject(new DomainError('UNAVAILABLE', {}, RETRY_AFTER_SECONDS));
      }
      gathering.add(elements, count);
      const cause = traceCause();
      if (cause !== undefined) gathering.causes.push(cause);
      const { done } = gathering;
      writing ??= writeAll();
      return done;
    },
    async stop() {
      await writing;
    },
  };
}
