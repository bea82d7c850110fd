import { ActivityType } from '@volant/proto/volant/analytics/v1/activity_pb';
import { v7 as newId } from 'uuid';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { activity, type Harness, startHarness, until } from '../testing/analytics-harness.ts';
import { foldDays } from './fold-days.ts';

const DAY = 24 * 3_600_000;
const NOW = new Date('2026-03-30T10:00:00Z');
const ADMIN = `ADMIN:${newId()}`;

let harness: Harness;
const page = newId();
const other = newId();

beforeEach(async () => {
  harness = await startHarness();
  harness.setNow(NOW);
});
afterEach(() => harness.close());

const tapped = (pageUid: string, customField: string, days: number, tenure = 1) =>
  activity({
    pageUid,
    customField,
    tenure,
    type: ActivityType.CLICK_CUSTOM_FIELD,
    at: new Date(NOW.getTime() - days * DAY),
  });

/** Names by table, from current rows. */
async function namesOf(uid: string): Promise<readonly string[]> {
  const rows = await harness.select<{ name: string }>(
    `SELECT DISTINCT custom_field AS name FROM (
       SELECT custom_field FROM volant.activities_by_day FINAL WHERE page_uid = '${uid}'
       UNION ALL
       SELECT custom_field FROM volant.page_days WHERE page_uid = '${uid}' AND rollup IN (
         SELECT argMax(rollup, number) FROM volant.folded_months GROUP BY month)
     ) ORDER BY name`,
  );
  return rows.map(({ name }) => name);
}

async function figures(): Promise<unknown> {
  const fields = 'totalEvents eventsByType { type count } days { date count }';
  const { data } = await harness.query(
    `{ globalAnalytics { ${fields} } _entities(representations: [{ __typename: "Page", uid: "${page}" }]) {
      ... on Page { adminAnalytics { ${fields} } } } }`,
    ADMIN,
  );
  return data;
}

it('names disappear with the owner, from closed days as well, and no figure changes', async () => {
  await harness.publish([
    ...[1, 2, 20, 20, 21, 50].map((days) => tapped(page, 'Chez Anna', days)),
    ...[1, 20].map((days) => tapped(page, 'Bei Ben', days, 2)),
    ...[1, 20].map((days) => tapped(other, 'Chez Carla', days)),
    activity({ pageUid: page, at: new Date(NOW.getTime() - 20 * DAY) }),
  ]);
  await harness.settle();
  await foldDays(harness.database, '2026-03-22');
  expect(await namesOf(page)).toEqual(['', 'Bei Ben', 'Chez Anna']);
  const before = await figures();

  await harness.putPage({ pageUid: other });
  await harness.putPage({ pageUid: page, tenure: 2 });
  await until(async () => (await namesOf(page)).join(), ',Bei Ben');
  expect(await figures()).toEqual(before);
  expect(await namesOf(other)).toEqual(['Chez Carla']);

  const nobody: object = { ownerId: undefined };
  await harness.putPage({ pageUid: page, tenure: 2, ...nobody });
  await until(async () => (await namesOf(page)).join(), '');
  expect(await figures()).toEqual(before);
});

it('names do not come back with late events, or a fold that read before', async () => {
  await harness.putPage({ pageUid: page, tenure: 2 });
  await expect.poll(() => harness.select('SELECT 1 FROM volant.ended_ownerships')).not.toEqual([]);
  await harness.publish([tapped(page, 'Chez Anna', 1), tapped(page, 'Bei Ben', 1, 2), tapped(page, 'Chez Anna', 40)]);
  await harness.settle();
  expect(await namesOf(page)).toEqual(['', 'Bei Ben']);

  // Written by a process that did not check.
  await harness.database.client.command({
    query: `INSERT INTO volant.activities_by_day (page_uid, day, event_id, tenure, type, custom_field)
            VALUES ('${page}', '2026-02-01', generateUUIDv4(), 1, 'CLICK_CUSTOM_FIELD', 'Chez Anna')`,
  });
  await foldDays(harness.database, '2026-03-22');
  expect(await namesOf(page)).toContain('Chez Anna');
  await harness.analytics.fold();
  expect(await namesOf(page)).toEqual(['', 'Bei Ben']);
});
