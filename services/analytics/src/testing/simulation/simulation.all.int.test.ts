import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { create, toBinary } from '@bufbuild/protobuf';
import type { AnalyticsDatabase } from '@volant/infra/analytics-database/analytics-database';
import { openChdb } from '@volant/infra/analytics-database/chdb';
import { migrate } from '@volant/infra/analytics-database/migrate';
import { ActivityBatchSchema, ActivityType } from '@volant/proto/volant/analytics/v1/activity_pb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readRecords } from '../../ingest/activity-rows.ts';
import { insertActivities } from '../../ingest/insert-activities.ts';
import { dropUnreadRollups } from '../../rollups/drop-unread.ts';
import { erasePages, sweepErasedPages } from '../../rollups/erased-pages.ts';
import { foldDays, refoldDays } from '../../rollups/fold-days.ts';
import { forgetFormerNames } from '../../rollups/former-names.ts';
import { totalMonths } from '../../rollups/page-totals.ts';
import { select } from '../../rollups/select.ts';
import { activity } from '../analytics-harness.ts';
import { simulatedClickhouse } from './simulated-clickhouse.ts';
import { currentMonths, final, type Tables } from './tables.ts';

const PAGES = [1, 2, 3].map((number) => `018f0000-0000-7000-8000-00000000000${number}`);
const DAYS = ['2026-01-28', '2026-02-02', '2026-02-03', '2026-03-01', '2026-03-20'];

let directory: string;
let engine: AnalyticsDatabase;
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'volant-simulation-'));
  engine = await openChdb({ path: directory, database: 'volant' });
  await migrate(engine, new URL('../../../clickhouse/', import.meta.url));
});
afterAll(async () => {
  await engine.close();
  await rm(directory, { recursive: true, force: true });
});

function rowsOf(seed: number, count: number) {
  const types = [ActivityType.VIEW, ActivityType.CLICK_CALL, ActivityType.CLICK_CUSTOM_FIELD];
  const activities = Array.from({ length: count }, (_, index) => {
    const at = seed * 7 + index * 3;
    const type = types[at % types.length] ?? ActivityType.VIEW;
    return activity({
      // Ids repeat, so that some events are duplicates.
      eventId: `018f0000-0000-7000-9000-0000000000${String(10 + (at % 40))}`,
      pageUid: PAGES[at % PAGES.length] ?? '',
      tenure: 1 + (at % 2),
      type,
      customField: type === ActivityType.CLICK_CUSTOM_FIELD ? 'Réserver' : '',
      byOwner: at % 5 === 0,
      country: at % 4 === 0 ? '' : 'FR',
      source: at % 4,
      visitor: BigInt(at % 6),
      at: new Date(`${DAYS[at % DAYS.length]}T${10 + (at % 12)}:00:00Z`),
    });
  });
  const value = toBinary(ActivityBatchSchema, create(ActivityBatchSchema, { activities }));
  const at = new Date(1_700_000_000_000 + seed);
  return readRecords([{ topic: 'test', partition: 0, offset: seed, key: '', value, headers: {}, at }]).rows;
}

/** All changes that the service makes to its tables, one after another. */
const STORY: readonly ((database: AnalyticsDatabase) => Promise<unknown>)[] = [
  (database) => insertActivities(database, rowsOf(1, 30)),
  (database) => foldDays(database, '2026-02-03'),
  (database) => totalMonths(database),
  (database) => totalMonths(database),
  (database) => insertActivities(database, rowsOf(2, 10)),
  (database) => refoldDays(database, ['2026-01-28', '2026-02-02', '2026-03-01']),
  (database) => erasePages(database, [PAGES[0] ?? '']),
  (database) => foldDays(database, '2026-03-12'),
  (database) => insertActivities(database, rowsOf(3, 12)),
  (database) => totalMonths(database),
  (database) => sweepErasedPages(database),
  (database) => forgetFormerNames(database, [{ pageUid: PAGES[1] ?? '', tenure: 1 }]),
  (database) => refoldDays(database, DAYS),
  (database) => totalMonths(database),
  // Waits until the second in which the last ticket was taken has passed.
  () => new Promise((resolve) => setTimeout(resolve, 1_100)),
  (database) => dropUnreadRollups(database, { afterFoldSeconds: 0, afterTicketSeconds: 0 }),
];

const sorted = (rows: readonly object[]) => rows.map((row) => JSON.stringify(Object.values(row))).sort();

function simulatedRows(tables: Readonly<Tables>) {
  const months = currentMonths(tables.folded_months);
  return {
    activities: sorted(
      final(tables.activities_by_day).map(({ day, page_uid, event_id, tenure, type, custom_field }) => ({
        ...{ day, page_uid, event_id, tenure, type, custom_field },
      })),
    ),
    days: sorted(tables.page_days.map(({ rollup: _, ...row }) => row)),
    origins: sorted(tables.page_origins.map(({ rollup: _, ...row }) => row)),
    months: sorted(tables.page_months.map(({ rollup: _, ...row }) => row)),
    totals: sorted(tables.page_totals.map(({ rollup: _, ...row }) => row)),
    totalled: tables.totalled_rollups.map(({ rollups }) => rollups.length),
    folded: sorted(months.map(({ month, until }) => ({ month, until }))),
  };
}

async function engineRows() {
  const of = async (query: string) => sorted(await select<object>(engine, query));
  return {
    activities: await of(`SELECT toString(day) AS day, toString(page_uid) AS page_uid, toString(event_id) AS event_id,
      tenure, type, custom_field FROM volant.activities_by_day FINAL`),
    days: await of(`SELECT toString(page_uid) AS page_uid, tenure, toString(day) AS day, type, custom_field, by_owner,
      toUInt32(events) AS events FROM volant.page_days`),
    origins: await of(`SELECT toString(page_uid) AS page_uid, dimension, value, toString(day) AS day, tenure,
      by_owner, toUInt32(events) AS events, toUInt32(views) AS views FROM volant.page_origins`),
    months: await of(`SELECT toString(page_uid) AS page_uid, tenure, toUInt32(events) AS events,
      toUInt32(view) AS views FROM volant.page_months`),
    totals: await of(`SELECT toString(page_uid) AS page_uid, tenure, toUInt32(events) AS events,
      toUInt32(view) AS views FROM volant.page_totals`),
    totalled: (
      await select<{ n: string }>(engine, 'SELECT length(rollups) AS n FROM volant.totalled_rollups ORDER BY totals')
    ).map(({ n }) => Number(n)),
    folded: await of(`SELECT month, toString(argMax(until, number)) AS until FROM volant.folded_months GROUP BY month`),
  };
}

it('has the same rows as the engine after each change by the service', async () => {
  const simulated = simulatedClickhouse({ turn: async () => {}, now: () => Math.floor(Date.now() / 1000) });
  const connected = simulated.connect({ step: async () => {} });
  for (const [index, happen] of STORY.entries()) {
    await happen(engine);
    await happen(connected);
    expect(simulatedRows(simulated.tables), `step ${index}`).toEqual(await engineRows());
  }
  expect(simulated.tables.page_days.length).toBeGreaterThan(10);
});
