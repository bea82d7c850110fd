import type { Logger } from '../process/log.ts';
import type { ViewStore } from '../views/view-store.ts';
import type { Follower, LogRecord, MessageLog } from './message-log.ts';

export interface LogViewParts {
  readonly log: Pick<MessageLog, 'follow'>;
  readonly topic: string;
  /** Name of the view; its checkpoint in the view store is the next offset wanted. */
  readonly name: string;
  readonly viewStore: Pick<ViewStore, 'checkpoint' | 'saveCheckpoint'>;
  /** Brings the view up to date with one record. May be called again for a record it has seen, in the same order. */
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

  async function applyAll(records: readonly LogRecord[]): Promise<void> {
    let next: number | undefined;
    try {
      for (const record of records) {
        await apply(record);
        next = record.offset + 1;
      }
    } catch (error) {
      const offset = next ?? records[0]?.offset;
      logger.error({ err: error, view: name, topic, offset }, 'view cannot apply a record, will retry');
      throw error;
    } finally {
      if (next !== undefined) await viewStore.saveCheckpoint(name, next);
    }
  }

  return {
    async start() {
      if (follower !== undefined) throw new Error(`View ${name} is being fed already.`);
      const from = await viewStore.checkpoint(name);
      follower = await log.follow({ topic, from: { 0: from }, onBatch: applyAll });
      await follower.caughtUp;
    },
    async stop() {
      await follower?.stop();
      follower = undefined;
    },
  };
}
