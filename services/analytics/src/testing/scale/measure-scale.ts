/**
 * Measures analytics over a number of generated events, run by `npm run bench -- scale`, which starts it twice: `make
 * <directory> <events>` fills a database and folds it, `measure <directory> <events>` opens it in a separate process,
 * like a restart, and runs the queries. Each writes one line of JSON.
 */
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AnalyticsDatabase } from '@volant/infra/analytics-database/analytics-database';
import { openChdb } from '@volant/infra/analytics-database/chdb';
import { createMemoryCache } from '@volant/infra/cache/memory-cache';
import { createLogger } from '@volant/infra/process/observability/log';
import { addDays, parisDay } from '@volant/infra/time/paris-day';
import { v7 as newId } from 'uuid';
import { CARRIED_TABLES } from '../../carrying/carried-tables.ts';
import { readRows } from '../../carrying/read-rows.ts';
import { migrateAnalytics } from '../../migrations.ts';
import { erasePages } from '../../rollups/erased-pages.ts';
import { CLOSED_AFTER_DAYS, foldDays, readFolded, refoldDays } from '../../rollups/fold-days.ts';
import { daysBetween, firstDayOf } from '../../rollups/folded-months.ts';
import { totalMonths } from '../../rollups/page-totals.ts';
import { select } from '../../rollups/select.ts';
import { ingestStored, type StoredRow } from './ingest-stored.ts';
import {
  HOT_PAGE,
  MADE_DAYS,
  madePage,
  makeActivities,
  makeActivitiesOfLastDay,
  ORDINARY_PAGE,
} from './made-activities.ts';
import { measureFresh } from './measure-fresh.ts';
import { createQueries } from './measure-reports.ts';
import { forgetPeak, memory, risen } from './process-memory.ts';
import { timed } from './timed.ts';

const log = createLogger({ name: 'bench', level: 'warn' });
const today = parisDay(Date.now());
const RUNS = 40;
const BUSY_EVENTS = 100_000;
const BUSY_PAGE = 2;
const BUSY_RUNS = 100;
/** Events of the busy page between two of its reports, a twentieth of them late. */
const ARRIVING = 40;
const INGESTED = 100_000;
/** Rows whose export is timed: exporting a hundred million would take half an hour. */
const EXPORTED = 2_000_000;

const open = (directory: string) => openChdb({ path: path.join(directory, 'clickhouse'), database: 'volant' });
const migrated = (database: AnalyticsDatabase) => migrateAnalytics(database, { cache: createMemoryCache(), log });

async function make(directory: string, events: number) {
  const database = await open(directory);
  await migrated(database);
  const startedAt = performance.now();
  await makeActivities(database, { events, until: Date.now() });
  const madeSeconds = (performance.now() - startedAt) / 1000;
  await merged(database);
  const fold = await risen(async () => {
    await foldDays(database, addDays(today, -CLOSED_AFTER_DAYS));
    await totalMonths(database);
  });
  await merged(database);
  const bytes = await bytesOf(database);
  // The last month is not over.
  const month = (await readFolded(database)).months.at(-2);
  if (month === undefined) throw new Error('too few months are folded');
  const oneMonth = await risen(() => refoldDays(database, daysBetween(firstDayOf(month.month), month.until)));
  // Like the next hourly run.
  await totalMonths(database);
  await database.close();
  return {
    madeSeconds,
    fold,
    oneMonth,
    rawBytes: bytes.raw / events,
    rollupBytes: bytes.rollups / events,
  };
}

/** Waits until ClickHouse has no more merges to do. */
async function merged(database: AnalyticsDatabase): Promise<void> {
  for (let quiet = 0; quiet < 3; ) {
    const [row] = await select<{ n: string }>(database, 'SELECT count() AS n FROM system.merges');
    quiet = Number(row?.n) === 0 ? quiet + 1 : 0;
    await sleep(500);
  }
}

async function bytesOf(database: AnalyticsDatabase) {
  const rows = await select<{ table: string; bytes: string }>(
    database,
    `SELECT table, sum(bytes_on_disk) AS bytes FROM system.parts
     WHERE active AND database = {database:String} GROUP BY table`,
    { database: database.database },
  );
  const sum = (of: readonly { bytes: string }[]) => of.reduce((total, { bytes }) => total + Number(bytes), 0);
  return {
    raw: sum(rows.filter(({ table }) => table === 'activities_by_day')),
    rollups: sum(rows.filter(({ table }) => table !== 'activities_by_day')),
  };
}

async function measure(directory: string, events: number) {
  const startedAt = performance.now();
  const database = await open(directory);
  await migrated(database);
  const queries = createQueries(database, log);
  const firstReport = performance.now();
  await queries.report(HOT_PAGE);
  const start = { openedMs: firstReport - startedAt, firstReportMs: performance.now() - firstReport };
  await sleep(3_000);
  const idleMiB = (await memory()).now;
  await forgetPeak();

  const counted = await queries.global();
  if (counted !== events) throw new Error(`${events} events were made and ${counted} counted`);
  const reports = {
    hot: await timed(RUNS, () => queries.report(HOT_PAGE)),
    ordinary: await timed(RUNS, () => queries.report(ORDINARY_PAGE)),
    cold: await timed(RUNS, (run) => queries.report(madePage(1_000 + run * 977))),
    administrator: await timed(RUNS, () => queries.administratorReport(HOT_PAGE)),
    ownPages: await timed(RUNS, (run) => queries.counts(20, 2_000 + run * 2_001)),
    listOfAll: await timed(10, () => queries.counts(10_000, 0)),
    global: await timed(RUNS, () => queries.global()),
  };
  const distinct = { by8: await queries.distinctReports(8, 6_000), by32: await queries.distinctReports(32, 6_000) };
  const reportsPeakMiB = (await memory()).peak;

  await makeActivitiesOfLastDay(database, { events: BUSY_EVENTS, until: Date.now(), page: BUSY_PAGE });
  const busy = await timed(
    BUSY_RUNS,
    () => queries.report(madePage(BUSY_PAGE)),
    () => ingestStored(database, Array.from({ length: ARRIVING }, eventOfNow)),
  );
  const ingestRowsPerSecond = await measureIngest(database);
  const erased = await timed(3, (run) => erasePages(database, [madePage(90_000 + run)]));
  const exportRowsPerSecond = await measureExport(database, path.join(directory, 'exported'));
  await forgetPeak();
  const fresh = await measureFresh(directory, database, log);
  return {
    start,
    idleMiB,
    reports: { ...reports, busy },
    distinct,
    reportsPeakMiB,
    ingestRowsPerSecond,
    erased,
    exportRowsPerSecond,
    fresh,
    freshPeakMiB: (await memory()).peak,
  };
}

function eventOfNow(_: unknown, index: number): StoredRow {
  const at = Date.now() - (index % 20 === 0 ? 3 * 3_600_000 : 0);
  return {
    page_uid: madePage(BUSY_PAGE),
    event_id: newId({ msecs: at }),
    tenure: 1,
    type: 'VIEW',
    custom_field: '',
    by_owner: false,
    occurred_at: new Date(at).toISOString().slice(0, 23).replace('T', ' '),
    country: 'FR',
    source: 'qr',
    referrer_host: '',
    card: '',
    visitor: String(index),
  };
}

/** Inserts rows that already exist: the table is a set, and ingest does the same work for them. */
async function measureIngest(database: AnalyticsDatabase): Promise<number> {
  const rows = await select<StoredRow>(
    database,
    `SELECT * FROM ${database.database}.activities_by_day WHERE day > today() - 5 LIMIT ${INGESTED}`,
  );
  const startedAt = performance.now();
  await ingestStored(database, rows);
  return rows.length / ((performance.now() - startedAt) / 1000);
}

async function measureExport(database: AnalyticsDatabase, file: string): Promise<number> {
  const [raw] = CARRIED_TABLES;
  if (raw === undefined) throw new Error('no table is carried');
  const out = createWriteStream(file);
  const startedAt = performance.now();
  let rows = 0;
  for await (const portion of readRows(database, raw)) {
    out.write(portion.text);
    rows += portion.rows;
    if (rows >= EXPORTED) break;
  }
  await new Promise((resolve) => out.end(resolve));
  const seconds = (performance.now() - startedAt) / 1000;
  await rm(file);
  return rows / seconds;
}

const [what, directory = '', events = ''] = process.argv.slice(2);
const measured = await (what === 'make' ? make : measure)(directory, Number(events));
process.stdout.write(`${JSON.stringify({ days: MADE_DAYS, ...measured })}\n`, () => process.exit(0));
