import { fromBinary } from '@bufbuild/protobuf';
import type { AnalyticsDatabase } from '@volant/infra/analytics-database/analytics-database';
import type { Consumer, LogRecord, MessageLog } from '@volant/infra/message-log/message-log';
import { PAGES_TOPIC } from '@volant/infra/message-log/topics';
import type { Logger } from '@volant/infra/process/observability/log';
import { PageSnapshotSchema } from '@volant/proto/volant/pages/v1/page_pb';
import { erasePages } from '../rollups/erased-pages.ts';
import { type EndedOwnership, forgetFormerNames } from '../rollups/former-names.ts';

export interface ErasureParts {
  readonly messageLog: Pick<MessageLog, 'consume'>;
  readonly database: AnalyticsDatabase;
  readonly log: Logger;
}

const GROUP = 'analytics-erasure';
const MAX_RECORDS = 2_000;

/**
 * Erases the rows of erased pages, and the item names given by former owners. An erased page leaves a tombstone in its
 * topic; a page with a new owner publishes its present ownership. Offsets are committed after the rows are deleted, so
 * a crash on the way repeats the work.
 */
export function createErasure({ messageLog, database, log }: ErasureParts) {
  let consumer: Consumer | undefined;

  async function eraseAll(records: readonly LogRecord[]): Promise<void> {
    // A tombstone is final: the uid of an erased page is never reused.
    const erased = records.filter(({ value }) => value === null).map(({ key }) => key);
    const ended = records.flatMap(endedOwnership);
    try {
      if (erased.length > 0) await erasePages(database, erased);
      const forgotten = ended.length === 0 ? [] : await forgetFormerNames(database, ended);
      if (erased.length + forgotten.length > 0) {
        log.info(
          { pages: erased.length, names: forgotten.length },
          'events of erased pages, names of former owners erased',
        );
      }
    } catch (error) {
      log.error({ err: error, pages: erased.length }, 'what is erased is still in ClickHouse; tried again');
      throw error;
    }
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
    /** Records of the topic that are not processed yet. */
    lag: async () => consumer?.lag() ?? 0,
    async stop() {
      await consumer?.stop();
    },
  };
}

export type Erasure = ReturnType<typeof createErasure>;

/** The page's last ownership that has ended, if there is one. */
function endedOwnership({ value }: LogRecord): readonly EndedOwnership[] {
  if (value === null) return [];
  try {
    const { pageUid, tenure, ownerId } = fromBinary(PageSnapshotSchema, value);
    const last = ownerId === undefined ? tenure : tenure - 1;
    return last > 0 ? [{ pageUid, tenure: last }] : [];
  } catch {
    // Unreadable snapshots are ignored here: the pages view reads the same topic and sets them aside.
    return [];
  }
}
