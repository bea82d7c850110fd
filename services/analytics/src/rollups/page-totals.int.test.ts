import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AnalyticsDatabase } from '@volant/infra/analytics-database/analytics-database';
import { openChdb } from '@volant/infra/analytics-database/chdb';
import { createMemoryCache } from '@volant/infra/cache/memory-cache';
import { createLogger } from '@volant/infra/process/observability/log';
import { addDays, parisDay } from '@volant/infra/time/paris-day';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrateAnalytics } from '../migrations.ts';
import { countEvents } from '../reports/event-counts.ts';
import { createGlobalReport } from '../reports/global-report.ts';
import { createReportsDatabase, type ReportsDatabase } from '../reports/reports-database.ts';
import { madePage, makeActivities } from '../testing/scale/made-activities.ts';
import { dropUnreadRollups } from './drop-unread.ts';
import { erasePages } from './erased-pages.ts';
import { CLOSED_AFTER_DAYS, foldDays, refoldDays } from './fold-days.ts';
import { totalMonths } from './page-totals.ts';
import { select } from './select.ts';

const EVENTS = 3_000;
const now = Date.now();
const CLOSED = addDays(parisDay(now), -CLOSED_AFTER_DAYS);
const OWNERSHIPS = [0, 1, 2, 3, 4].map((page) => ({ pageUid: madePage(page), tenure: 1 }));
const log = createLogger({ name: 'test', level: 'silent' });

let directory: string;
let database: AnalyticsDatabase;
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'volant-totals-'));
  database = await openChdb({ path: directory, database: 'volant' });
  await migrateAnalytics(database, { cache: createMemoryCache(), log });
  await makeActivities(database, { events: EVENTS, until: now, days: 100 });
  await foldDays(database, CLOSED);
});
afterAll(async () => {
  await database.close();
  await rm(directory, { recursive: true, force: true });
});

/** The figures of lists and of the pages with most events, and the tables they are read from. */
async function shown() {
  const reports = createReportsDatabase(database, () => new Date(now), log);
  const queries: string[] = [];
  const noting: ReportsDatabase = {
    ...reports,
    select(query, params) {
      queries.push(query);
      return reports.select(query, params);
    },
  };
  const counts = await countEvents(noting, OWNERSHIPS);
  const top = await createGlobalReport(noting, new Date(now)).topPages();
  const byTotals = queries.filter((query) => query.includes('page_totals')).length;
  return { figures: { counts, top }, byTotals, statements: queries.length };
}

it('reads the totals in place of the months while they cover them, with the same result', async () => {
  const { figures, byTotals } = await shown();
  expect(byTotals).toBe(0);
  expect(figures.top.length).toBe(10);
  await totalMonths(database);
  const totalled = await shown();
  expect(totalled).toEqual({ figures, byTotals: 2, statements: 2 });

  // After a month is written again, the totals do not cover it.
  await refoldDays(database, [addDays(CLOSED, -40)]);
  expect(await shown()).toMatchObject({ figures, byTotals: 0 });
  await totalMonths(database);
  expect(await shown()).toMatchObject({ figures, byTotals: 2 });
});

it('writes totals once for the same months, and drops replaced ones', async () => {
  await totalMonths(database);
  await totalMonths(database);
  const named = await select<{ totals: string }>(
    database,
    'SELECT totals FROM volant.totalled_rollups ORDER BY totals DESC',
  );
  // The totals before a month was folded again, and those after it.
  expect(named).toHaveLength(2);
  // Waits until the second in which the last ticket was taken has passed.
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  await dropUnreadRollups(database, { afterFoldSeconds: 0, afterTicketSeconds: 0 });
  const left = await select<{ rollup: string }>(database, 'SELECT DISTINCT rollup FROM volant.page_totals');
  expect(left.map(({ rollup }) => rollup)).toEqual([named[0]?.totals]);
});

it('deletes an erased page from the totals', async () => {
  const before = (await shown()).figures;
  await erasePages(database, [madePage(0)]);
  const { figures, byTotals } = await shown();
  expect(byTotals).toBe(2);
  expect(figures.counts[0]).toEqual({ events: 0, views: 0 });
  expect(figures.counts.slice(1)).toEqual(before.counts.slice(1));
  expect(figures.top.some(({ pageUid }) => pageUid === madePage(0))).toBe(false);
});
