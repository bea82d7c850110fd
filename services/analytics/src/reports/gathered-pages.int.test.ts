import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AnalyticsDatabase } from '@volant/infra/analytics-database/analytics-database';
import { openChdb } from '@volant/infra/analytics-database/chdb';
import { createMemoryCache } from '@volant/infra/cache/memory-cache';
import { createLogger } from '@volant/infra/process/log';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrateAnalytics } from '../migrations.ts';
import { addDays, parisDay } from '../paris-day.ts';
import { CLOSED_AFTER_DAYS, foldDays } from '../rollups/fold-days.ts';
import { madePage } from '../testing/scale/made-activities.ts';
import type { Scope } from './counted-events.ts';
import { createPageReports, type ReportOfPage } from './page-report.ts';
import type { Period } from './periods.ts';
import { createReportsDatabase, type ReportsDatabase } from './reports-database.ts';

const PAGES = 6;
const today = parisDay(Date.now());
const log = createLogger({ name: 'test', level: 'silent' });

let directory: string;
let database: AnalyticsDatabase;
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'volant-gathered-'));
  database = await openChdb({ path: directory, database: 'volant' });
  await migrateAnalytics(database, { cache: createMemoryCache(), log });
  // Pages of very different pasts, each with two owners, who look at them too.
  await database.client.command({
    query: `INSERT INTO volant.activities_by_day
        (page_uid, day, event_id, tenure, type, custom_field, by_owner, occurred_at, country, source, referrer_host, visitor, precedence)
      SELECT toUUID(['${Array.from({ length: PAGES }, (_, page) => madePage(page)).join("', '")}'][1 + page]),
        toDate('${today}') - ago, generateUUIDv4(number), 1 + toUInt8(ago < 20), 1 + cityHash64(number) % 8,
        if(type = 8, ['Tarifs', 'Avis'][1 + number % 2], ''), number % 5 = 0, toDateTime64(toDate('${today}') - ago, 3) + number, 'FR', '', '', number, number
      FROM (SELECT number, number % ${PAGES} AS page, 1 + cityHash64(number) % 8 AS type,
        intDiv(cityHash64(number, 'day') % 70, 1 + page) * (1 + page) AS ago FROM numbers(700) WHERE number % 7 <= page)`,
  });
  await foldDays(database, addDays(today, -CLOSED_AFTER_DAYS));
});
afterAll(async () => {
  await database.close();
  await rm(directory, { recursive: true, force: true });
});

const ASKED: readonly (readonly [Scope, Period | undefined])[] = Array.from({ length: PAGES }, (_, number) => {
  const pageUid = number % 2 === 0 ? madePage(number) : madePage(number).toUpperCase();
  return [
    [{ pageUid, tenure: 1, withoutOwner: false }, 'MONTH'],
    [{ pageUid, tenure: 2, withoutOwner: false }, 'MONTH'],
    [{ pageUid, tenure: 2, withoutOwner: true }, 'MONTH'],
    [{ pageUid, tenure: 2, withoutOwner: false }, 'ALL'],
    [{ pageUid, tenure: 'all', withoutOwner: false }, undefined],
  ] as const;
}).flat();

async function everythingOf(report: ReportOfPage, [scope, period]: (typeof ASKED)[number]) {
  const asked = report(scope, today, period);
  const [summary, before, types, days, recent] = await Promise.all([
    asked.summary(),
    asked.summaryBefore(),
    asked.eventTypes(),
    asked.days(),
    asked.recentEvents(),
  ]);
  return { summary, before, types, days, recent };
}

function countingStatements() {
  const reports = createReportsDatabase(database, () => new Date(), log);
  const counted = { statements: 0 };
  const database_: ReportsDatabase = {
    ...reports,
    select: (query, params) => {
      counted.statements += 1;
      return reports.select(query, params);
    },
  };
  return { counted, report: createPageReports(database_, () => new Date()) };
}

it('tells each of many who ask at once what it tells them alone, by fewer statements', async () => {
  const alone = countingStatements();
  const wanted: Awaited<ReturnType<typeof everythingOf>>[] = [];
  for (const one of ASKED) wanted.push(await everythingOf(alone.report, one));
  // Counts, events, and of a report with a period what it says of all days.
  expect(alone.counted.statements).toBeGreaterThanOrEqual(2 * ASKED.length);
  expect(wanted.filter(({ recent }) => recent.length === 10).length).toBeGreaterThan(5);
  expect(new Set(wanted.map((one) => JSON.stringify(one))).size).toBeGreaterThan(ASKED.length / 2);

  const together = countingStatements();
  expect(await Promise.all(ASKED.map((one) => everythingOf(together.report, one)))).toEqual(wanted);
  expect(together.counted.statements).toBeLessThan(ASKED.length);
});

it('looks for the latest events beside the counts where a report found them on the last days, and finds the same', async () => {
  await database.client.command({
    query: `INSERT INTO volant.activities_by_day (page_uid, day, event_id, tenure, type, occurred_at)
      SELECT '${madePage(PAGES - 1)}', toDate('${today}') - number % 2, generateUUIDv4(number), 2, 'VIEW',
        toDateTime64(toDate('${today}') - number % 2, 3) + number FROM numbers(12)`,
  });
  const later = addDays(today, 3);
  const asked = ASKED.flatMap(([scope, period]) => (period === 'MONTH' && !scope.withoutOwner ? [scope] : []));
  const { counted, report } = countingStatements();
  const latest = (of: ReportOfPage, scope: Scope, day: string) => of(scope, day, 'MONTH').recentEvents();
  let beside = 0;
  for (const scope of asked) {
    const wanted = await latest(report, scope, today);
    counted.statements = 0;
    expect(await latest(report, scope, today)).toEqual(wanted);
    if (counted.statements === 1) beside += 1;
    // What was right then need not be right for ever.
    expect(await latest(report, scope, later)).toEqual(await latest(countingStatements().report, scope, later));
  }
  expect(beside).toBe(1);
});

it('asks once for the latest events of a page that has hardly any, however recent', async () => {
  const scope = { pageUid: madePage(PAGES), tenure: 1, withoutOwner: false } as const;
  await database.client.command({
    query: `INSERT INTO volant.activities_by_day (page_uid, day, event_id, tenure, type, occurred_at)
      VALUES ('${scope.pageUid}', '${today}', generateUUIDv4(), 1, 'VIEW', '${today} 00:00:00')`,
  });
  const { counted, report } = countingStatements();
  const latest = async () => {
    counted.statements = 0;
    expect(await report(scope, today, 'ALL').recentEvents()).toHaveLength(1);
    return counted.statements;
  };
  const first = await latest();
  expect(await latest()).toBe(first);
});
