import { readTopic } from '@volant/infra/message-log/read-topic';
import { ACTIVITY_TOPIC } from '@volant/infra/message-log/topics';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ActivityRow, readRecords } from './ingest/activity-rows.ts';
import { countLost, monthsWithLosses } from './losses.ts';
import { refuseLostTables } from './migrations.ts';
import { erasePages } from './rollups/erased-pages.ts';
import { activity, type Harness, startHarness } from './testing/analytics-harness.ts';

const DAY_MS = 24 * 3_600_000;
const NOW = Date.parse('2026-03-30T10:00:00Z');
const DAYS = 75;

let harness: Harness;
let rows: readonly ActivityRow[];
const command = (query: string) =>
  harness.database.client.command({ query, clickhouse_settings: { mutations_sync: '2' } });

beforeAll(async () => {
  harness = await startHarness();
  harness.setNow(new Date(NOW));
  const pages = [newId(), newId()];
  const activities = Array.from({ length: DAYS * 2 }, (_, index) =>
    activity({ pageUid: pages[index % 2] ?? '', at: new Date(NOW - (index >> 1) * DAY_MS) }),
  );
  await harness.publish(activities);
  await harness.publish(activities.slice(0, 40));
  await harness.settle();
  await harness.analytics.fold();
  const found: ActivityRow[] = [];
  for await (const records of readTopic(harness.messageLog, ACTIVITY_TOPIC.name))
    found.push(...readRecords(records).rows);
  rows = found;
  await erasePages(harness.database, [pages[1] ?? '']);
});
afterAll(() => harness.close());

it('finds no loss in whole tables, where events of erased pages are missing rightly', async () => {
  expect(rows).toHaveLength(DAYS * 2 + 40);
  expect(await countLost(harness.database, rows)).toBe(0);
  expect(await monthsWithLosses(harness.database)).toEqual([]);
  await refuseLostTables(harness.database);
});

it('finds events that one table lacks', async () => {
  await command("ALTER TABLE volant.activities_by_day DELETE WHERE day >= '2026-03-01' AND day < '2026-03-11'");
  expect(await countLost(harness.database, rows)).toBe(10);
  expect(await monthsWithLosses(harness.database)).toEqual([{ month: '2026-03', least: 11, most: 21 }]);
  await command("ALTER TABLE volant.page_days DELETE WHERE day >= '2026-02-01' AND day < '2026-03-01'");
  expect(await monthsWithLosses(harness.database)).toContainEqual({ month: '2026-02', least: 0, most: 28 });
});

it('refuses tables that are lost', async () => {
  await command('DROP TABLE volant.page_origins');
  await expect(refuseLostTables(harness.database)).rejects.toThrow(
    /^ClickHouse has lost page_origins: restore a backup/,
  );
});
