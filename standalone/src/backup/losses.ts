import { readRecords } from '@volant/analytics/ingest/activity-rows';
import { countLost, monthsWithLosses } from '@volant/analytics/losses';
import type { AnalyticsDatabase } from '@volant/infra/analytics-database/analytics-database';
import type { LogRecord } from '@volant/infra/message-log/message-log';
import { countOf } from '../transfer/progress.ts';

/** Records of a topic of which some are kept, each with the same probability. */
export interface Sample {
  add(record: LogRecord): void;
  /** @param behind records at the end of each partition that are left out */
  recordsUpTo(behind: number): readonly LogRecord[];
}

const SAMPLED = 200;
/** A record has up to thousands of events, and a statement of ClickHouse 256 KB. */
const MOST_EVENTS = 1_000;
/** Events that ClickHouse refused are missing rightly. */
const TOLERATED = 0.02;

export function createSample(random: () => number = Math.random): Sample {
  const records: LogRecord[] = [];
  const ends = new Map<number, number>();
  let seen = 0;
  return {
    add(record) {
      seen += 1;
      ends.set(record.partition, record.offset + 1);
      const place = records.length < SAMPLED ? records.length : Math.floor(random() * seen);
      if (place < SAMPLED) records[place] = record;
    },
    recordsUpTo: (behind) => records.filter(({ partition, offset }) => offset < (ends.get(partition) ?? 0) - behind),
  };
}

/**
 * Compares the figures with what the log and the folds say.
 * @param records sampled from the log, whose events have been stored
 * @returns sentences for the operator
 */
export async function lossesIn(database: AnalyticsDatabase, records: readonly LogRecord[]): Promise<readonly string[]> {
  const { rows: all } = readRecords(records);
  const rows = all.filter((_, place) => place % Math.ceil(all.length / MOST_EVENTS) === 0);
  const lost = await countLost(database, rows);
  const ofTheLog =
    lost <= rows.length * TOLERATED
      ? []
      : [
          `figures are lost: of ${countOf(rows.length)} events picked from the log, ClickHouse lacks ${countOf(lost)}. Stop Volant and run "npm run replay -- --since 0" to count those of the last 7 days again, or restore a backup`,
        ];
  const ofTheFolds = (await monthsWithLosses(database)).map(
    ({ month, least, most }) =>
      `figures of ${month} are lost: one table of ClickHouse has ${countOf(least)} of ${countOf(most)} events. Restore a backup`,
  );
  return [...ofTheLog, ...ofTheFolds];
}
