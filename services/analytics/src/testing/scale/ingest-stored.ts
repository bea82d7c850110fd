import type { AnalyticsDatabase } from '@volant/infra/analytics-database/analytics-database';
import type { ConsumeOptions, LogRecord, MessageLog } from '@volant/infra/message-log/message-log';
import { createLogger } from '@volant/infra/process/observability/log';
import { NO_MEASURES } from '@volant/infra/process/observability/metrics';
import { parisDay } from '@volant/infra/time/paris-day';
import { EVENT_TYPES, type EventType } from '@volant/proto/activity/click-types';
import { Source } from '@volant/proto/volant/analytics/v1/activity_pb';
import { codedTime, encodeActivities } from '../../activity-codec.ts';
import { timeOfEvent } from '../../collect/event-id.ts';
import { referrerHost } from '../../collect/referrer-host.ts';
import { createIngest } from '../../ingest/ingest.ts';

/** A row of the activities as ClickHouse returns it. */
export interface StoredRow {
  readonly page_uid: string;
  readonly event_id: string;
  readonly tenure: number;
  readonly type: EventType;
  readonly custom_field: string;
  readonly by_owner: boolean;
  readonly occurred_at: string;
  readonly country: string;
  readonly source: string;
  readonly referrer_host: string;
  readonly visitor: string;
  readonly card: string;
}

const SOURCES: Readonly<Record<string, Source>> = { qr: Source.QR, nfc: Source.NFC, link: Source.LINK };
const RECORDS_AT_ONCE = 2_000;
const HALF = 2n ** 32n;
const log = createLogger({ name: 'ingest', level: 'warn' });

/**
 * Passes the events of stored rows through ingest, as if each had reached the log when it happened. The fields that
 * collect derives (time, day, referrer host) are derived again with collect's own functions.
 */
export async function ingestStored(database: AnalyticsDatabase, rows: readonly StoredRow[]): Promise<void> {
  const records = rows.map(recordOf);
  let onBatch: ConsumeOptions['onBatch'] | undefined;
  const messageLog: Pick<MessageLog, 'consume' | 'publish'> = {
    async consume(options) {
      onBatch = options.onBatch;
      return { lag: async () => 0, stop: async () => {} };
    },
    publish: async () => {
      throw new Error('a row was set aside as unreadable');
    },
  };
  const folding = { refold: async () => {}, fold: async () => {}, start: () => {}, stop: async () => {} };
  const parts = { messageLog: messageLog as MessageLog, database, folding, measures: NO_MEASURES, log };
  await createIngest({ ...parts, rest: async () => {} }).start();
  for (let from = 0; from < records.length; from += RECORDS_AT_ONCE) {
    await onBatch?.(records.slice(from, from + RECORDS_AT_ONCE));
  }
}

function recordOf(row: StoredRow, offset: number): LogRecord {
  const arrivedAt = Date.parse(`${row.occurred_at.replace(' ', 'T')}Z`);
  // Received a moment later than the id's time, so that a time not taken from the id is detected.
  const occurredAtMs = timeOfEvent(row.event_id, arrivedAt + 1);
  const visitor = BigInt(row.visitor);
  const activity = {
    eventId: row.event_id,
    pageUid: row.page_uid,
    tenure: row.tenure,
    type: EVENT_TYPES.indexOf(row.type) + 1,
    occurredAt: codedTime(occurredAtMs),
    day: parisDay(occurredAtMs),
    customField: row.custom_field,
    referrerHost: row.referrer_host === '' ? '' : referrerHost(`https://${row.referrer_host}/a`, undefined),
    source: SOURCES[row.source] ?? Source.UNSPECIFIED,
    country: row.country,
    visitor: { high: Number(visitor / HALF), low: Number(visitor % HALF) },
    byOwner: row.by_owner,
    card: row.card,
  };
  const value = encodeActivities([activity]);
  return { topic: 'made', partition: 0, offset, key: '', value, headers: {}, at: new Date(arrivedAt) };
}
