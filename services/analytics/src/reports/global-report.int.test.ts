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
import { erasePages } from '../rollups/erased-pages.ts';
import { CLOSED_AFTER_DAYS, foldDays } from '../rollups/fold-days.ts';
import { select } from '../rollups/select.ts';
import { HOT_PAGE, makeActivities } from '../testing/scale/made-activities.ts';
import { createGlobalReport } from './global-report.ts';
import { createReportsDatabase } from './reports-database.ts';

const log = createLogger({ name: 'test', level: 'silent' });
const now = Date.now();
const today = parisDay(now);

let directory: string;
let database: AnalyticsDatabase;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'volant-global-'));
  database = await openChdb({ path: path.join(directory, 'data'), database: 'volant' });
  await migrateAnalytics(database, { cache: createMemoryCache(), log });
  await makeActivities(database, { events: 5_000, until: now, days: 80 });
  await foldDays(database, addDays(today, -CLOSED_AFTER_DAYS));
});
afterAll(async () => {
  await database.close();
  await rm(directory, { recursive: true, force: true });
});

it('sums up by day and type without reading the rows of pages', async () => {
  const before = await figures();
  expect(before.types.reduce((sum, { count }) => sum + count, 0)).toBe(5_000);
  expect(await plan()).toContain('totals_of_days');

  await erasePages(database, [HOT_PAGE]);
  const after = await figures();
  expect(after.types.reduce((sum, { count }) => sum + count, 0)).toBe(4_900);
  expect(await plan()).toContain('totals_of_days');
});

it('compares a period with as many days before it, over folded and open days', async () => {
  const reports = createReportsDatabase(database, () => new Date(now), log);
  const report = createGlobalReport(reports, new Date(now), 'MONTH');
  const total = (counts: readonly { count: number }[]) => counts.reduce((sum, { count }) => sum + count, 0);
  const within = async (from: number, to: number, condition = 'true', what = 'count()') => {
    const span = { after: addDays(today, -to), until: addDays(today, -from) };
    const [row] = await select<{ found: string }>(
      database,
      `SELECT ${what} AS found FROM volant.activities_by_day FINAL
       WHERE day > {after:Date} AND day <= {until:Date} AND ${condition}`,
      span,
    );
    return Number(row?.found);
  };
  expect(await report.days()).toHaveLength(30);
  expect([total(await report.eventTypes()), total(await report.days())]).toEqual(Array(2).fill(await within(0, 30)));
  const called = (from: number, to: number) => within(from, to, "type = 'CLICK_CALL'", 'uniqExact(page_uid)');
  expect(await report.calledPages()).toEqual({ now: await called(0, 30), before: await called(30, 60) });
  const [top] = await report.topPages();
  expect(top?.events).toBe(await within(0, 30, `page_uid = '${top?.pageUid}'`));
  const ever = createGlobalReport(reports, new Date(now));
  expect((await ever.calledPages()).before).toBeNull();
});

async function figures() {
  const report = createGlobalReport(
    createReportsDatabase(database, () => new Date(now), log),
    new Date(now),
  );
  return { types: await report.eventTypes(), days: await report.days() };
}

/** ClickHouse's query plan of the statement that reads the folded days. */
async function plan(): Promise<string> {
  const reports = createReportsDatabase(database, () => new Date(now), log);
  const asked: { query: string; params: Readonly<Record<string, unknown>> }[] = [];
  const noting = {
    ...reports,
    select<Row>(query: string, params: Readonly<Record<string, unknown>>) {
      asked.push({ query, params });
      return reports.select<Row>(query, params);
    },
  };
  await createGlobalReport(noting, new Date(now)).eventTypes();
  const statement = asked.find(({ query }) => query.includes('page_days'));
  const lines = await select<{ explain: string }>(database, `EXPLAIN ${statement?.query}`, statement?.params ?? {});
  return lines.map(({ explain }) => explain).join('\n');
}
