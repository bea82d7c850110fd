import { create, toBinary } from '@bufbuild/protobuf';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import type { AnalyticsDatabase } from '@volant/infra/analytics-database/analytics-database';
import { ActivityBatchSchema, ActivitySchema, ActivityType } from '@volant/proto/volant/analytics/v1/activity_pb';
import { expect, it } from 'vitest';
import { readRecords } from '../ingest/activity-rows.ts';
import { insertActivities } from '../ingest/insert-activities.ts';
import { simulatedClickhouse } from '../testing/simulation/simulated-clickhouse.ts';
import { erasePages } from './erased-pages.ts';
import { foldDays, readFolded, refoldDays } from './fold-days.ts';

const [PAGE, OTHER] = ['018f0000-0000-7000-8000-000000000001', '018f0000-0000-7000-8000-000000000002'];
const DAY = '2026-03-12';
const AFTER = '2026-03-13';

let ids = 0;
function viewOf(pageUid: string) {
  ids += 1;
  const eventId = `018f0000-0000-7000-9000-${String(ids).padStart(12, '0')}`;
  const at = new Date(`${DAY}T12:00:00Z`);
  const occurredAt = timestampFromMs(at.getTime());
  const view = create(ActivitySchema, { eventId, pageUid, tenure: 1, type: ActivityType.VIEW, occurredAt, day: DAY });
  const value = toBinary(ActivityBatchSchema, create(ActivityBatchSchema, { activities: [view] }));
  return readRecords([{ topic: 'test', partition: 0, offset: ids, key: '', value, headers: {}, at }]).rows;
}

/**
 * Folds the day of two views of two pages. `happens` runs while ClickHouse writes the rows it has read into a table.
 */
async function foldWhile(happens: (database: AnalyticsDatabase) => Promise<unknown>, table = 'page_days') {
  let happened = false;
  const { tables, connect } = simulatedClickhouse({
    async turn(what) {
      if (happened || !what.startsWith(`INSERT INTO volant.${table}`)) return;
      happened = true;
      await happens(database);
    },
    now: () => 1_773_400_000,
  });
  const database = connect({ step: async () => undefined });
  await insertActivities(database, [...viewOf(PAGE), ...viewOf(OTHER)]);
  await foldDays(database, AFTER);
  expect(happened).toBe(true);
  return { tables, folded: await readFolded(database) };
}

it('folds a day', async () => {
  const { tables, folded } = await foldWhile(async () => undefined);
  expect(folded.until).toBe(AFTER);
  expect(tables.page_days.map(({ page_uid, day, events }) => [page_uid, day, events])).toEqual([
    [PAGE, DAY, 1],
    [OTHER, DAY, 1],
  ]);
});

it('ignores a fold that read a day before a late row of it was inserted', async () => {
  const { folded } = await foldWhile(async (database) => {
    await insertActivities(database, viewOf(PAGE));
    await refoldDays(database, [DAY]);
  });
  // Reports count the day from its activities, which include the row, until it is folded again.
  expect(folded.until <= DAY).toBe(true);
});

it.each(['page_days', 'page_origins', 'page_months'])(
  'deletes its rows of %s for a page that was erased meanwhile',
  async (table) => {
    const { tables, folded } = await foldWhile((database) => erasePages(database, [PAGE]), table);
    expect(folded.until).toBe(AFTER);
    for (const rows of [tables.activities_by_day, tables.page_days, tables.page_origins, tables.page_months]) {
      expect(new Set(rows.map(({ page_uid }) => page_uid))).toEqual(new Set([OTHER]));
    }
  },
);
