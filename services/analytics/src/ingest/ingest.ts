import { setTimeout as sleep } from 'node:timers/promises';
import type { AnalyticsDatabase } from '@volant/infra/analytics-database/analytics-database';
import type { Consumer, LogRecord } from '@volant/infra/message-log/message-log';
import { ACTIVITY_DEAD_TOPIC, ACTIVITY_TOPIC } from '@volant/infra/message-log/topics';
import type { Measures } from '@volant/infra/process/observability/metrics';
import { causesOf, traceCall, traceJoined } from '@volant/infra/process/observability/tracing';
import type { AnalyticsPorts } from '../ports.ts';
import type { Folding } from '../rollups/folding.ts';
import { takeOutFormerNames } from '../rollups/former-names.ts';
import { type ActivityRow, deadRow, readRecords } from './activity-rows.ts';
import { insertActivities, type RefusedRow } from './insert-activities.ts';
import { createKnownErased } from './known-erased.ts';

export interface IngestParts extends Pick<AnalyticsPorts, 'messageLog' | 'log'> {
  readonly database: AnalyticsDatabase;
  readonly folding: Folding;
  readonly measures: Measures;
  /** Pause between two inserts. Default: a timer. */
  readonly rest?: (ms: number, signal: AbortSignal) => Promise<void>;
}

const GROUP = 'ingest';
const MAX_RECORDS = 2_000;
/** About eight thousand activities. */
const CHUNK_BYTES = 1024 * 1024;
/** ClickHouse works best with few large inserts; a driver wants to see a tap within two seconds. */
const PAUSE_MS = 250;
/**
 * During a flood, ingest pauses for this multiple of an insert's duration, to leave CPU time to other processes on its
 * cores.
 */
const REST_FACTOR = 2;
const ROWS = [1, 10, 100, 1_000, 5_000, 10_000, 20_000];
const DELAYS = [0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 300, 1_800];
const SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Copies the log into ClickHouse. Offsets are committed only after the rows are durable, so a process killed at any
 * point reads the same records again; the table is a set, so duplicates have no effect.
 */
export function createIngest(parts: IngestParts) {
  const { messageLog, database, folding, measures, log, rest = rested } = parts;
  const erased = createKnownErased(database);
  const observeRows = measures.histogram('ingest_batch_rows', 'Activities in one insert.', ROWS);
  const observeSeconds = measures.histogram('ingest_insert_seconds', 'Time of one insert into ClickHouse.', SECONDS);
  const observeDelay = measures.histogram(
    'ingest_delay_seconds',
    'From the moment the log takes a record until every report counts it.',
    DELAYS,
  );
  const countDead = measures.counter('ingest_dead_total', 'Messages and activities set aside as unreadable.');
  measures.gauge('ingest_lag_records', 'Records that are not in ClickHouse yet.', lag);
  let consumer: Consumer | undefined;
  let stopping = new AbortController();

  /**
   * Processes a limited number of records at a time, so that catching up after an outage needs no more memory than
   * usual.
   */
  async function storeAll(records: readonly LogRecord[]): Promise<void> {
    for (let start = 0; start < records.length; ) {
      let end = start;
      for (let bytes = 0; end < records.length && bytes < CHUNK_BYTES; end += 1)
        bytes += records[end]?.value?.length ?? 0;
      const startedAt = performance.now();
      const chunk = records.slice(start, end);
      await traceJoined(`ingest ${ACTIVITY_TOPIC.name}`, 'CONSUMER', causesOf(chunk), () => store(chunk));
      // The pause comes after the insert, so that waiting rows appear at once and new ones accumulate meanwhile.
      await rest(Math.max(PAUSE_MS, REST_FACTOR * (performance.now() - startedAt)), stopping.signal);
      start = end;
    }
  }

  async function store(records: readonly LogRecord[]): Promise<void> {
    const { rows: read, dead: unreadable } = readRecords(records);
    const rows = erased.without(read);
    const refused = await write(rows);
    const now = Date.now();
    for (const { at } of records) observeDelay(Math.max(0, now - at.getTime()) / 1000);
    const dead = [...unreadable, ...refused.flatMap(({ row, reason }) => deadRow(row, reason))];
    if (dead.length === 0) return;
    await messageLog.publish(ACTIVITY_DEAD_TOPIC.name, dead);
    countDead(dead.length);
    log.error({ dead: dead.length, reason: dead[0]?.headers?.reason }, 'activities set aside as unreadable');
  }

  /** Resolves once every report counts the rows; returns those that ClickHouse refused. */
  async function write(rows: readonly ActivityRow[]): Promise<readonly RefusedRow[]> {
    const startedAt = performance.now();
    const attributes = { 'db.system.name': 'clickhouse', 'db.operation.batch.size': rows.length };
    const refused = await traceCall('insert activities', attributes, () => insertActivities(database, rows));
    observeSeconds((performance.now() - startedAt) / 1000);
    observeRows(rows.length);
    await erased.takeOut(rows);
    const withNames = [...new Set(rows.flatMap(({ named, pageUid }) => (named ? [pageUid] : [])))];
    if (withNames.length > 0) await takeOutFormerNames(database, withNames);
    await folding.refold([...new Set(rows.map(({ day }) => day))]);
    return refused;
  }

  async function lag(): Promise<number> {
    return consumer?.lag() ?? 0;
  }

  return {
    /** May be called again after `stop`. */
    async start() {
      stopping = new AbortController();
      consumer = await messageLog.consume({
        topic: ACTIVITY_TOPIC.name,
        group: GROUP,
        maxRecords: MAX_RECORDS,
        onBatch: storeAll,
      });
    },
    /** Records of the topic that are not in ClickHouse yet. */
    lag,
    async stop() {
      stopping.abort();
      await consumer?.stop();
    },
  };
}

export type Ingest = ReturnType<typeof createIngest>;

async function rested(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {});
}
