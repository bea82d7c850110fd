import type { AnalyticsDatabase } from '@volant/infra/analytics-database/analytics-database';
import type { Consumer, LogRecord, MessageLog } from '@volant/infra/message-log/message-log';
import { ACTIVITY_DEAD_TOPIC, ACTIVITY_TOPIC } from '@volant/infra/message-log/topics';
import type { Logger } from '@volant/infra/process/log';
import { deadActivity, readRecords } from './activity-rows.ts';
import type { Folding } from './folding.ts';
import { insertActivities } from './insert-activities.ts';

export interface IngestParts {
  readonly messageLog: MessageLog;
  readonly database: AnalyticsDatabase;
  readonly folding: Folding;
  readonly log: Logger;
}

export interface Ingest {
  start(): Promise<void>;
  /** Records of the topic that are not in ClickHouse yet. */
  lag(): Promise<number>;
  stop(): Promise<void>;
}

const GROUP = 'ingest';
const MAX_RECORDS = 2_000;
/** About eight thousand activities. */
const CHUNK_BYTES = 1024 * 1024;
/** ClickHouse wants few large inserts; a driver wants to see a tap within two seconds. */
const PAUSE_MS = 250;
/** A flood is taken in first and reported after: ingest leaves this part of the time to those who share its cores. */
const REST_FACTOR = 2;

/**
 * Log → ClickHouse. The offsets move only after the rows are in the table for
 * good, so a process killed anywhere reads the same records again, and the
 * table, being a set, does not mind.
 */
export function createIngest({ messageLog, database, folding, log }: IngestParts): Ingest {
  let consumer: Consumer | undefined;
  const stopping = new AbortController();

  /** Some records at a time, so that catching up after an outage takes no more memory than a quiet day. */
  async function storeAll(records: readonly LogRecord[]): Promise<void> {
    for (let start = 0; start < records.length; ) {
      let end = start;
      for (let bytes = 0; end < records.length && bytes < CHUNK_BYTES; end += 1)
        bytes += records[end]?.value?.length ?? 0;
      const startedAt = performance.now();
      await store(records.slice(start, end));
      // Paused after the insert, not before: what was there is seen at once, what comes gathers meanwhile.
      await pause(Math.max(PAUSE_MS, REST_FACTOR * (performance.now() - startedAt)), stopping.signal);
      start = end;
    }
  }

  async function store(records: readonly LogRecord[]): Promise<void> {
    const { rows, dead: unreadable } = readRecords(records);
    const refused = await insertActivities(database, rows);
    const dead = [...unreadable, ...refused.map(({ row, reason }) => deadActivity(row, reason))];
    if (dead.length > 0) {
      await messageLog.publish(ACTIVITY_DEAD_TOPIC.name, dead);
      log.error({ dead: dead.length, reason: dead[0]?.headers?.reason }, 'activities set aside as unreadable');
    }
    await folding.refold([...new Set(rows.map(({ day }) => day))]);
  }

  return {
    async start() {
      consumer = await messageLog.consume({
        topic: ACTIVITY_TOPIC.name,
        group: GROUP,
        maxRecords: MAX_RECORDS,
        onBatch: storeAll,
      });
    },
    lag: async () => consumer?.lag() ?? 0,
    async stop() {
      stopping.abort();
      await consumer?.stop();
    },
  };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
}
