import { DomainError } from '@volant/infra/errors/domain-error';
import { ACTIVITY_TOPIC } from '@volant/infra/message-log/topics';
import { traceCause, traceJoined } from '@volant/infra/process/observability/tracing';
import { Batcher } from '@volant/infra/process/waiting/batcher';
import { portionsOf } from '@volant/infra/process/waiting/portions';
import type { ActivityOutlet } from './activity-outlet.ts';

/** Kafka refuses records of a megabyte. Half of that leaves room for its overhead. */
const MAX_RECORD_BYTES = 512 * 1024;
/** Maximum number of events waiting for the log. Further events are refused. */
const MAX_WAITING_EVENTS = 20_000;
const RETRY_AFTER_SECONDS = 5;
/** Maximum number of event loop turns that a write waits for more events. It stops earlier if a turn brings none. */
const MAX_TURNS = 8;
const PUBLISHING = `publish ${ACTIVITY_TOPIC.name}`;

/** The activities of one request. */
interface Request {
  readonly batch: Uint8Array;
  readonly cause: ReturnType<typeof traceCause>;
}

/**
 * Batches the activities of many requests into one write: events that arrive during a write form the next one. The cost
 * of a write per event falls as traffic grows, and a single event does not wait for others.
 */
export function createActivityPublisher(outlet: Pick<ActivityOutlet, 'write'>) {
  /** Number of events that the next write takes. */
  let waiting = 0;

  const writes = new Batcher<Request, void>({
    /**
     * Lets requests that are being read join the batch: waits as long as each event loop turn brings some. A single
     * event waits one turn.
     */
    async gather() {
      for (let turn = 0, before = 0; turn < MAX_TURNS && waiting > before; turn += 1) {
        before = waiting;
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
    async work(requests) {
      waiting = 0;
      const batches = portionsOf(
        requests.map(({ batch }) => batch),
        MAX_RECORD_BYTES,
      );
      const causes = requests.flatMap(({ cause }) => cause ?? []);
      const records = batches.map((some) => Buffer.concat(some));
      await traceJoined(PUBLISHING, 'PRODUCER', causes, () => outlet.write(records));
      return [];
    },
  });

  return {
    /**
     * Resolves once the activities of an encoded ActivityBatch are durable.
     * @throws DomainError UNAVAILABLE when the log refuses or does not answer, or too many events are waiting. The
     * activities may still have been stored; a retry with the same ids counts once.
     */
    publish(batch: Uint8Array, count: number) {
      if (waiting + count > MAX_WAITING_EVENTS) {
        return Promise.reject(new DomainError('UNAVAILABLE', {}, RETRY_AFTER_SECONDS));
      }
      waiting += count;
      return writes.add({ batch, cause: traceCause() });
    },
    /** Resolves when the last write has ended. */
    stop: () => writes.idle(),
  };
}

export type ActivityPublisher = ReturnType<typeof createActivityPublisher>;
