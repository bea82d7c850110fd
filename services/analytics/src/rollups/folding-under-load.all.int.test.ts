import { addDays, parisDay } from '@volant/infra/time/paris-day';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { countedEvents, foldedParams } from '../reports/counted-events.ts';
import { activity, type Harness, startHarness } from '../testing/analytics-harness.ts';
import { erasePages } from './erased-pages.ts';
import { CLOSED_AFTER_DAYS, readFolded } from './fold-days.ts';

const DAY_MS = 24 * 3_600_000;
const NOW = Date.parse('2026-03-30T10:00:00Z');
const FOLDS = 4;

let harness: Harness;
const pageUid = newId();
const erased = newId();

beforeAll(async () => {
  harness = await startHarness();
  harness.setNow(new Date(NOW));
});
afterAll(() => harness.close());

it('folds closed days, sweeps erased pages and loses no event while events arrive', async () => {
  const daysAgo = (days: number) => new Date(NOW - days * DAY_MS);
  let published = 0;
  const publish = async (days: number) => {
    await harness.publish([activity({ pageUid, at: daysAgo(days) })]);
    published += 1;
  };
  for (let day = 0; day < 40; day += 1) await publish(day);
  await harness.settle();
  await erasePages(harness.database, [erased]);
  // A row that came back after the erasure.
  await harness.database.client.command({
    query: `INSERT INTO volant.activities_by_day (page_uid, day, event_id, tenure, type, occurred_at, precedence)
            VALUES ('${erased}', '2026-03-29', '${newId()}', 1, 'VIEW', '2026-03-29 12:00:00', 1)`,
  });

  let isFolding = true;
  const stream = (async () => {
    // Also late events, of days that are folded at this moment.
    for (let event = 0; isFolding; event += 1) await publish(event % 2 === 0 ? 0 : 6 + (event % 9));
  })();
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const now = NOW + fold * DAY_MS;
    harness.setNow(new Date(now));
    await publish(0);
    expect(await harness.analytics.lag()).toBeGreaterThan(0);
    await harness.analytics.fold();
    expect((await readFolded(harness.database)).until).toBe(addDays(parisDay(now), -CLOSED_AFTER_DAYS));
  }
  isFolding = false;
  await stream;
  await harness.settle();

  expect(await harness.select(`SELECT 1 FROM volant.activities_by_day WHERE page_uid = '${erased}'`)).toEqual([]);
  const params = foldedParams(await readFolded(harness.database));
  const query = `SELECT sum(events) AS total FROM ${countedEvents('volant', `page_uid = '${pageUid}'`)}`;
  const result = await harness.database.client.query({ query, query_params: params, format: 'JSONEachRow' });
  const [row] = await result.json<{ total: string }>();
  expect(Number(row?.total)).toBe(published);
});
