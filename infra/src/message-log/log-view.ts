import type { Logger } from '../process/log.ts';
import type { ViewStore } from '../views/view-store.ts';
import { deadLetter, deadTopicOf, UnreadableRecord } from './dead-letter.ts';
import type { Follower, LogRecord, MessageLog } from './message-log.ts';

export interface LogViewParts {
  readonly log: Pick<MessageLog, 'follow' | 'publish'>;
  readonly topic: string;
  /** Name of the view; its checkpoint in the view store is the next offset wanted, one for each partition. */
  readonly name: string;
  readonly viewStore: Pick<ViewStore, 'checkpoint' | 'saveCheckpoint'>;
  /**
   * Brings the view up to date with one record. May be called again for a record it has seen, in the same order.
   * @throws UnreadableRecord when the record is no message of the topic: it is set aside and the others go on
   */
  readonly apply: (record: LogRecord) => Promise<void>;
  readonly logger: Logger;
}

export interface LogView {
  /** Resolves once the view holds everything that was in the topic at the call. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Feeds a view from a compacted topic, continuing where the view store has come to. */
export function createLogView({ log, topic, name, viewStore, apply, logger }: LogViewParts): LogView {
  let follower: Follower | undefined;

  async function applyOrSetAside(record: LogRecord): Promise<void> {
    try {
      await apply(record);
    } catch (error) {
      if (!(error instanceof UnreadableRecord)) throw error;
      const { partition, offset } = record;
      logger.error({ view: name, topic, partition, offset, reason: error.message }, 'unreadable record set aside');
      await log.publish(deadTopicOf(topic), [deadLetter({ record, reason: error.message })]);
    }
  }

  async function applyAll(records: readonly LogRecord[]): Promise<void> {
    const next = new Map<number, number>();
    let current = records[0];
    try {
      for (const record of records) {
        current = record;
        await applyOrSetAside(record);
        next.set(record.partition, record.offset + 1);
      }
    } catch (error) {
      const { partition, offset } = current ?? {};
      logger.error({ err: error, view: name, topic, partition, offset }, 'view cannot apply a record, will retry');
      throw error;
    } finally {
      for (const [partition, offset] of next) await viewStore.saveCheckpoint(checkpointOf(name, partition), offset);
    }
  }

  return {
    async start() {
      if (follower !== undefined) throw new Error(`View ${name} is being fed already.`);
      follower = await log.follow({
        topic,
        from: (partition) => viewStore.checkpoint(checkpointOf(name, partition)),
        onBatch: applyAll,
      });
      await follower.caughtUp;
    },
    async stop() {
      await follower?.stop();
      follower = undefined;
    },
  };
}

/** The first partition's goes by the view's own name, as it did when there was one only. */
function checkpointOf(view: string, partition: number): string {
  return partition === 0 ? view : `${view}/${partition}`;
}
