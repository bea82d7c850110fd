import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AnalyticsDatabase } from '@volant/infra/analytics-database/analytics-database';
import { openChdb } from '@volant/infra/analytics-database/chdb';
import { createMemoryCache } from '@volant/infra/cache/memory-cache';
import { createLogger } from '@volant/infra/process/observability/log';
import { parisDay } from '@volant/infra/time/paris-day';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrateAnalytics } from '../migrations.ts';
import { madePage } from '../testing/scale/made-activities.ts';
import { latestDaysOf, listRecentEvents } from './recent-events.ts';
import { createReportsDatabase } from './reports-database.ts';

const HOUR = 3_600_000;
/** Noon in Paris, so that some hours of the day are over. */
const NOW = Date.parse('2026-11-24T11:00:00Z');
const PAGE = madePage(7);
const log = createLogger({ name: 'test', level: 'silent' });

let directory: string;
let database: AnalyticsDatabase;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'volant-recent-'));
  database = await openChdb({ path: directory, database: 'volant' });
  await migrateAnalytics(database, { cache: createMemoryCache(), log });
});
afterAll(async () => {
  await database.close();
  await rm(directory, { recursive: true, force: true });
});

/** Inserts one event per second, backwards from some hours ago; every fourth id contains no time. */
async function insert(count: number, hoursAgo: number): Promise<void> {
  const values = Array.from({ length: count }, (_, index) => {
    const at = NOW - hoursAgo * HOUR - index * 1_000;
    const time = at.toString(16).padStart(12, '0');
    const rest = `${String(hoursAgo).padStart(4, '0')}${index.toString(16).padStart(8, '0')}`;
    const timed = `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${rest}`;
    return {
      page_uid: PAGE,
      day: parisDay(at),
      event_id: index % 4 === 0 ? `3d0ea0b6-9c4e-4c1e-a0ff-${rest}` : timed,
      tenure: 1,
      type: 'VIEW',
      occurred_at: new Date(at).toISOString().slice(0, 23).replace('T', ' '),
    };
  });
  await database.client.insert({ table: 'volant.activities_by_day', values, format: 'JSONEachRow' });
}

it('finds the latest events of a busy page, however old they are', async () => {
  const reports = createReportsDatabase(database, () => new Date(NOW), log);
  const scope = { pageUid: PAGE, tenure: 'all', withoutOwner: false } as const;
  const busy = latestDaysOf([0, 24].map((hours) => ({ date: parisDay(NOW - hours * HOUR), count: 6_000 })));
  for (const hoursAgo of [20, 4, 1, 0]) {
    await insert(1_500, hoursAgo);
    const listed = await listRecentEvents(reports, NOW, scope, {
      ...busy,
      days: [parisDay(NOW), parisDay(NOW - 24 * HOUR)],
    });
    const rows = await reports.select<{ id: string }>(
      `SELECT toString(event_id) AS id FROM volant.activities_by_day FINAL
       ORDER BY occurred_at DESC, event_id DESC LIMIT 10`,
      {},
    );
    expect(listed.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
    expect(listed).toHaveLength(10);
  }
});
