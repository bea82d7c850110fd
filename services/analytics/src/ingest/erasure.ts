import type { AnalyticsDatabase } from '@volant/infra/analytics-database/analytics-database';
import type { Consumer, LogRecord, MessageLog } from '@volant/infra/message-log/message-log';
import { PAGES_TOPIC } from '@volant/infra/message-log/topics';
import type { Logger } from '@volant/infra/process/log';
import { erasePages } from '../rollups/erased-pages.ts';

export interface ErasureParts {
  readonly messageLog: Pick<MessageLog, 'consume'>;
  readonly database: AnalyticsDatabase;
  readonly log: Logger;
}

export interface Erasure {
  start(): Promise<void>;
  /** Records of the topic that were not looked at yet. */
  lag(): Promise<number>;
  stop(): Promise<void>;
}

const GROUP = 'analytics-erasure';
const MAX_RECORDS = 2_000;

/**
 * Erases the rows of erased pages: a page that is erased leaves a tombstone in
 * its topic. The offsets move once the rows are gone, so whatever is killed on
 * the way is done again.
 */
export function createErasure({ messageLog, database, log }: ErasureParts): Erasure {
  let consumer: Consumer | undefined;

  async function eraseAll(records: readonly LogRecord[]): Promise<void> {
    // A tombstone is the last word on a page: its uid is never given out again.
    const erased = records.filter(({ value }) => value === null).map(({ key }) => key);
    if (erased.length === 0) return;
    try {
      await erasePages(database, erased);
    } catch (error) {
      log.error({ err: error, pages: erased.length }, 'erased pages are still in ClickHouse; tried again');
      throw error;
    }
    log.info({ pages: erased.length }, 'events of erased pages are erased');
  }

  return {
    async start() {
      consumer = await messageLog.consume({
        topic: PAGES_TOPIC.name,
        group: GROUP,
        maxRecords: MAX_RECORDS,
        onBatch: eraseAll,
      });
    },
    lag: async () => consumer?.lag() ?? 0,
    async stop() {
      await consumer?.stop();
    },
  };
}
