import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AnalyticsDatabase } from '@volant/infra/analytics-database/analytics-database';
import { openChdb } from '@volant/infra/analytics-database/chdb';
import { createMemoryCache } from '@volant/infra/cache/memory-cache';
import { createLogger } from '@volant/infra/process/log';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { migrateAnalytics } from '../migrations.ts';
import { addDays, parisDay } from '../paris-day.ts';
import { deleteRows } from '../rollups/erased-pages.ts';
import { CLOSED_AFTER_DAYS } from '../rollups/fold-days.ts';
import { forgetFormerNames } from '../rollups/former-names.ts';
import { madePage } from '../testing/scale/made-activities.ts';
import { type AskedCounts, countPages } from './page-counts.ts';
import { latestDaysOf, listRecentEvents } from './recent-events.ts';
import { createReportsDatabase, type ReportsDatabase } from './reports-database.ts';
import { createSettledWindows } from './settled-windows.ts';

const HOUR = 3_600_000;
/** Noon in Paris, so that some hours of the day are over. */
const NOW = Date.parse('2026-11-24T11:00:00Z');
const OPEN_FROM = addDays(parisDay(NOW), -CLOSED_AFTER_DAYS);
const PAGE = madePage(7);
const OTHER = madePage(8);
const log = createLogger({ name: 'test', level: 'silent' });

let directory: string;
let database: AnalyticsDatabase;
let reports: ReportsDatabase;
let now: number;
let inserted: number;
const queries: string[] = [];

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'volant-settled-'));
  database = await openChdb({ path: directory, database: 'volant' });
  await migrateAnalytics(database, { cache: createMemoryCache(), log });
  const { name, select } = createReportsDatabase(database, () => new Date(now), log);
  reports = {
    name,
    isReplicated: false,
    select(query, params) {
      queries.push(query);
      return select(query, params);
    },
    folded: async () => ({ until: OPEN_FROM, months: [] }),
  };
});
beforeEach(async () => {
  now = NOW;
  inserted = 0;
  for (const table of ['activities_by_day', 'ended_ownerships', 'fold_tickets', 'folded_months'])
    await database.client.command({ query: `TRUNCATE TABLE volant.${table}` });
});
afterAll(async () => {
  await database.close();
  await rm(directory, { recursive: true, force: true });
});

/** An event by its number, so that the same one can come again; every fourth has an id without a time. */
interface Event {
  readonly number: number;
  readonly hoursAgo: number;
}

/** Inserts events in one part. */
async function insert(events: readonly Event[], { page = PAGE, type = 'CLICK_CUSTOM_FIELD', tenure = 1 } = {}) {
  inserted += 1;
  const values = events.map(({ number, hoursAgo }) => {
    const at = NOW - hoursAgo * HOUR - number * 1_000;
    const [time, rest] = [at.toString(16).padStart(12, '0'), number.toString(16).padStart(12, '0')];
    const timed = `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${rest}`;
    return {
      page_uid: page,
      day: parisDay(at),
      event_id: number % 4 === 0 ? `3d0ea0b6-9c4e-4c1e-a0ff-${rest}` : timed,
      tenure,
      type,
      custom_field: type === 'CLICK_CUSTOM_FIELD' ? `Item ${number % 3}` : '',
      by_owner: number % 5 === 0,
      occurred_at: new Date(at).toISOString().slice(0, 23).replace('T', ' '),
      precedence: 1_000_000 - inserted,
    };
  });
  await database.client.insert({ table: 'volant.activities_by_day', values, format: 'JSONEachRow' });
}

const asked = (tenure: number | 'all', withoutOwner: boolean): AskedCounts => ({
  scope: { pageUid: PAGE, tenure, withoutOwner },
  span: { after: addDays(parisDay(now), -7), until: parisDay(now) },
  before: undefined,
});
const NEVER_BUSY = Number.POSITIVE_INFINITY;

/** What a busy page's report counts, and what a statement over all of its rows does. */
function counting() {
  const windows = createSettledWindows(reports, () => new Date(now), 1);
  const sorted = (counts: readonly { readonly inPeriod: readonly { type: string; name: string }[] }[]) =>
    counts.map((each) => ({
      ...each,
      inPeriod: [...each.inPeriod].sort((one, other) =>
        `${one.type} ${one.name}`.localeCompare(`${other.type} ${other.name}`),
      ),
    }));
  return async () => {
    for (const [tenure, withoutOwner] of [
      ['all', false],
      [1, true],
    ] as const) {
      const plain = createSettledWindows(reports, () => new Date(now), NEVER_BUSY);
      const question = [asked(tenure, withoutOwner)];
      const counted = sorted(await countPages(reports, windows, question));
      expect(counted).toEqual(sorted(await countPages(reports, plain, question)));
    }
    return windows;
  };
}

async function queriesOf(work: () => Promise<unknown>): Promise<readonly string[]> {
  queries.length = 0;
  await work();
  return [...queries];
}

const events = (from: number, count: number, hoursAgo: number): readonly Event[] =>
  Array.from({ length: count }, (_, index) => ({ number: from + index, hoursAgo }));

it('counts windows of time that are over once', async () => {
  await insert(events(1, 30, 5));
  const windows = createSettledWindows(reports, () => new Date(now), 1);
  const count = () => countPages(reports, windows, [asked('all', false)]);
  expect(await queriesOf(count)).toHaveLength(1);
  expect(windows.isBusy(PAGE)).toBe(true);
  expect((await queriesOf(count)).filter((query) => query.includes('GROUP BY ALL'))).toHaveLength(2);
  // Where rows lie, and what is not settled: nothing of the windows themselves.
  const again = await queriesOf(count);
  expect(again.map((query) => /system.parts|_part NOT IN|settledUntil/.exec(query)?.[0]).sort()).toEqual([
    '_part NOT IN',
    'settledUntil',
    'system.parts',
  ]);
});

it('counts all rows each time where replicas answer', async () => {
  await insert(events(1, 30, 5));
  const windows = createSettledWindows({ ...reports, isReplicated: true }, () => new Date(now), 1);
  const count = () => countPages(reports, windows, [asked('all', false)]);
  await count();
  expect(windows.isBusy(PAGE)).toBe(false);
  expect(await queriesOf(count)).toHaveLength(1);
});

it('counts again what came late, twice, or before a clock was put right', async () => {
  const count = counting();
  await insert(events(1, 30, 5));
  await count();
  await count();
  await insert(events(31, 3, 5));
  await count();
  await insert(events(1, 10, 5), { type: 'CLICK_CALL' });
  await count();
  now = NOW + 3 * HOUR;
  await count();
  await insert(events(50, 5, -1));
  await count();
  now = NOW;
  await count();
  await insert(events(60, 5, 0));
  await count();
});

it('counts again where rows were changed, or taken away', async () => {
  const count = counting();
  await insert(events(1, 30, 5));
  await insert(events(40, 10, 30));
  await count();
  await count();
  await database.client.command({ query: 'OPTIMIZE TABLE volant.activities_by_day FINAL' });
  await count();
  await forgetFormerNames(database, [{ pageUid: PAGE, tenure: 1 }]);
  await count();
  await insert(events(60, 3, 5), { tenure: 2 });
  await count();
  await deleteRows(database, [PAGE]);
  await count();
});

/** What may happen to the table and the process between two reports. */
const step = fc.oneof(
  fc.record({
    what: fc.constant('insert' as const),
    from: fc.integer({ min: 1, max: 60 }),
    count: fc.integer({ min: 1, max: 12 }),
    hoursAgo: fc.integer({ min: -1, max: 150 }),
    type: fc.constantFrom('VIEW', 'CLICK_CUSTOM_FIELD'),
    page: fc.constantFrom(PAGE, PAGE, PAGE, OTHER),
  }),
  fc.record({ what: fc.constant('merge' as const) }),
  fc.record({ what: fc.constant('forget' as const), tenure: fc.integer({ min: 0, max: 1 }) }),
  fc.record({ what: fc.constant('erase' as const), page: fc.constantFrom(PAGE, OTHER) }),
  fc.record({ what: fc.constant('wait' as const), hours: fc.integer({ min: -1, max: 2 }) }),
);

it('counts what a statement over all rows counts, whatever happens in between', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (steps) => {
      now = NOW;
      await database.client.command({ query: 'TRUNCATE TABLE volant.activities_by_day' });
      await insert(events(1, 40, 3));
      const count = counting();
      await count();
      for (const each of steps) {
        if (each.what === 'insert') await insert(events(each.from, each.count, each.hoursAgo), each);
        else if (each.what === 'merge')
          await database.client.command({ query: 'OPTIMIZE TABLE volant.activities_by_day' });
        else if (each.what === 'forget') await forgetFormerNames(database, [{ pageUid: PAGE, tenure: each.tenure }]);
        else if (each.what === 'erase') await deleteRows(database, [each.page]);
        else now += each.hours * HOUR;
        await count();
      }
    }),
    { numRuns: Number(process.env.VOLANT_SETTLED_RUNS ?? 5) },
  );
});

it('lists the latest events of a busy page as one of all its rows', async () => {
  for (const hoursAgo of [0, 4, 40, 90]) {
    await insert(events(1_000 * hoursAgo, 5_500, hoursAgo / 1_000), {});
    const scope = { pageUid: PAGE, tenure: 'all', withoutOwner: false } as const;
    const days = [parisDay(NOW), parisDay(NOW - 24 * HOUR)].map((date) => ({ date, count: 6_000 }));
    const [listed] = await listRecentEvents(reports, now, [{ scope, ...latestDaysOf(days) }]);
    const rows = await reports.select<{ id: string }>(
      `SELECT toString(event_id) AS id FROM volant.activities_by_day FINAL ORDER BY occurred_at DESC, event_id DESC LIMIT 10`,
      {},
    );
    expect(listed?.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  }
});
