import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AnalyticsDatabase } from '@volant/infra/analytics-database/analytics-database';
import { openChdb } from '@volant/infra/analytics-database/chdb';
import { createMemoryCache } from '@volant/infra/cache/memory-cache';
import { createLogger } from '@volant/infra/process/observability/log';
import { addDays, parisDay } from '@volant/infra/time/paris-day';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrateAnalytics } from '../../migrations.ts';
import { countEvents } from '../../reports/event-counts.ts';
import { createGlobalReport } from '../../reports/global-report.ts';
import { countOrigins } from '../../reports/origins.ts';
import { createPageReport } from '../../reports/page-report.ts';
import { createReportsDatabase } from '../../reports/reports-database.ts';
import { CLOSED_AFTER_DAYS, foldDays } from '../../rollups/fold-days.ts';
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

const EVENTS = 4_000;
const OF_LAST_DAY = 50;
const until = Date.now();
const today = parisDay(until);
const log = createLogger({ name: 'test', level: 'silent' });

let directory: string;
let made: AnalyticsDatabase;
let ingested: AnalyticsDatabase;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'volant-made-'));
  made = await openChdb({ path: directory, database: 'made' });
  await made.client.command({ query: 'CREATE DATABASE ingested' });
  ingested = { ...made, database: 'ingested' };
  for (const database of [made, ingested]) {
    await migrateAnalytics(database, { cache: createMemoryCache(), log });
  }
  await makeActivities(made, { events: EVENTS, until });
  await makeActivitiesOfLastDay(made, { events: OF_LAST_DAY, until, page: 2 });
  await ingestStored(ingested, await rawRows(made));
  for (const database of [made, ingested]) await foldDays(database, addDays(today, -CLOSED_AFTER_DAYS));
});
afterAll(async () => {
  await made.close();
  await rm(directory, { recursive: true, force: true });
});

function rawRows(database: AnalyticsDatabase): Promise<readonly StoredRow[]> {
  return select<StoredRow>(
    database,
    `SELECT * FROM ${database.database}.activities_by_day FINAL ORDER BY day, page_uid, event_id`,
  );
}

it('makes the rows that ingest writes for the same events', async () => {
  const rows = await rawRows(made);
  expect(rows).toHaveLength(EVENTS + OF_LAST_DAY);
  expect(await rawRows(ingested)).toEqual(rows);
  for (const table of ['page_days', 'page_origins', 'page_months']) {
    const of = (database: AnalyticsDatabase) =>
      select(database, `SELECT * EXCEPT rollup FROM ${database.database}.${table} ORDER BY ALL`);
    expect(await of(made)).toEqual(await of(ingested));
  }
});

it('makes rows that every report counts like those of ingest', async () => {
  const [one, other] = await Promise.all([made, ingested].map(reportsOf));
  expect(one).toEqual(other);
  expect(one?.global.types.reduce((sum, { count }) => sum + count, 0)).toBe(EVENTS + OF_LAST_DAY);
});

it('spreads them over the months, a hot page and many others', async () => {
  const [seen] = await select<Record<string, string>>(
    made,
    `SELECT countIf(page_uid = '${HOT_PAGE}') AS hot, countIf(page_uid = '${ORDINARY_PAGE}') AS ordinary,
       uniqExact(page_uid) AS pages, uniqExact(toYYYYMM(day)) AS months, uniqExact(country) AS countries,
       uniqExact(referrer_host) AS referrers, uniqExact(type) AS types, uniqExact(event_id) AS ids
     FROM made.activities_by_day`,
  );
  const { hot, ordinary, pages, months, countries, referrers, types, ids } = Object.fromEntries(
    Object.entries(seen ?? {}).map(([name, value]) => [name, Number(value)]),
  );
  expect(hot).toBeGreaterThan(EVENTS / 51);
  expect(ordinary).toBeGreaterThan(EVENTS / 4);
  expect(pages).toBeGreaterThan(EVENTS / 2);
  expect(months).toBeGreaterThanOrEqual(Math.floor(MADE_DAYS / 31));
  expect(countries).toBeGreaterThan(35);
  expect(referrers).toBeGreaterThan(400);
  expect(types).toBe(8);
  expect(ids).toBeGreaterThan(EVENTS - 20);
});

async function reportsOf(database: AnalyticsDatabase) {
  const reports = createReportsDatabase(database, () => new Date(until), log);
  const pages = [HOT_PAGE, ORDINARY_PAGE, madePage(2), madePage(77)];
  const global = createGlobalReport(reports, new Date(until));
  const clock = () => new Date(until);
  return {
    pages: await Promise.all(
      pages.map(async (pageUid) => {
        const report = createPageReport(reports, clock, { pageUid, tenure: 1, withoutOwner: true }, today, 'YEAR');
        return {
          summary: await report.summary(),
          before: await report.summaryBefore(),
          days: await Promise.all(
            (await report.days()).map(async (day) => ({ ...day, visitors: await day.visitors() })),
          ),
          visits: await report.visits(),
          recent: await report.recentEvents(),
          countries: await countOrigins(reports, pageUid, 'country'),
          referrers: await countOrigins(reports, pageUid, 'referrer'),
        };
      }),
    ),
    counts: await countEvents(
      reports,
      pages.map((pageUid) => ({ pageUid, tenure: 1 })),
    ),
    global: {
      types: await global.eventTypes(),
      days: await global.days(),
      top: await global.topPages(),
      recent: await global.recentEvents(),
    },
  };
}
