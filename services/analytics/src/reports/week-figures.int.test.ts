import { addDays, parisDay } from '@volant/infra/time/paris-day';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, startHarness } from '../testing/analytics-harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.close());

it('figures of a week count each type over the pages, of their ownerships and of these two weeks alone', async () => {
  const { client, database } = harness.database;
  const [one, other, strange] = [newId(), newId(), newId()];
  const monday = parisDay(Date.now());
  const rows = (page: string, tenure: number, type: string, daysBefore: number, count: number) =>
    Array.from(
      { length: count },
      () => `('${page}', '${addDays(monday, -daysBefore)}', '${newId()}', ${tenure}, '${type}', '')`,
    );
  const values = [
    ...rows(one, 1, 'VIEW', 0, 1),
    ...rows(one, 1, 'VIEW', 1, 2),
    ...rows(other, 3, 'VIEW', 7, 4),
    ...rows(one, 1, 'VIEW', 8, 8),
    ...rows(one, 1, 'VIEW', 14, 16),
    ...rows(one, 1, 'VIEW', 15, 32),
    ...rows(one, 2, 'VIEW', 2, 64),
    ...rows(strange, 1, 'VIEW', 2, 64),
    ...rows(other, 3, 'CLICK_CALL', 3, 5),
  ];
  await client.command({
    query: `INSERT INTO ${database}.activities_by_day (page_uid, day, event_id, tenure, type, custom_field)
      VALUES ${values.join(', ')}`,
  });
  const pages = [
    { pageUid: one.toUpperCase(), tenure: 1 },
    { pageUid: other, tenure: 3 },
  ];
  const figures = await harness.analytics.weekFigures(pages, monday);
  expect([...figures].sort((a, b) => (a.type < b.type ? -1 : 1))).toEqual([
    { type: 'CLICK_CALL', now: 5, before: 0 },
    { type: 'VIEW', now: 6, before: 24 },
  ]);
  expect(await harness.analytics.weekFigures([], monday)).toEqual([]);

  const calls = async (day: number) => {
    const since = `${addDays(monday, -day)}T12:00:00.000Z`;
    const answer = await harness.analytics.weekFigures(
      [
        { pageUid: one, tenure: 1 },
        { pageUid: other, tenure: 3, since },
      ],
      monday,
    );
    return answer.find(({ type }) => type === 'CLICK_CALL');
  };
  expect(await calls(15), 'owned in all of the week before').toEqual({ type: 'CLICK_CALL', now: 5, before: 0 });
  expect(await calls(14), 'younger').toEqual({ type: 'CLICK_CALL', now: 5, before: null });

  const totals = await harness.analytics.eventTotals();
  const ofOne = totals.filter(({ pageUid }) => pageUid === one).map(({ tenure, events }) => [tenure, events]);
  expect(ofOne.sort()).toEqual([
    [1, 59],
    [2, 64],
  ]);
  expect(totals.filter(({ pageUid }) => pageUid === other)).toEqual([{ pageUid: other, tenure: 3, events: 9 }]);
});
