import type { AnalyticsDatabase } from '@volant/infra/analytics-database/analytics-database';
import { parisDay } from '@volant/infra/time/paris-day';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, startHarness } from '../testing/analytics-harness.ts';

let harness: Harness;
const page = { uid: newId(), ownerId: newId(), tenure: 1 };
const sum = (days: readonly { readonly views?: number; readonly clicks?: number; readonly count?: number }[]) =>
  days.reduce((total, { views = 0, clicks = 0, count = 0 }) => total + views + clicks + count, 0);

/** Adds one more tap between any two statements that count. */
function withPassengers(database: AnalyticsDatabase): AnalyticsDatabase {
  const { client } = database;
  const day = parisDay(Date.now());
  async function tap(): Promise<void> {
    const values = ['VIEW', 'CLICK_CALL', 'CLICK_CUSTOM_FIELD'].map(
      (type) =>
        `('${page.uid}', '${day}', '${newId()}', 1, '${type}', '${type === 'CLICK_CUSTOM_FIELD' ? 'Fares' : ''}')`,
    );
    await client.command({
      query: `INSERT INTO ${database.database}.activities_by_day (page_uid, day, event_id, tenure, type, custom_field)
        VALUES ${values.join(', ')}`,
    });
  }
  let before: Promise<unknown> = Promise.resolve();
  const busy: typeof client.query = (params) => {
    const answer = before.then(async () => {
      if (params.query.includes('activities_by_day')) await tap();
      return client.query(params);
    });
    before = answer;
    return answer;
  };
  return {
    ...database,
    client: new Proxy(client, { get: (target, name) => (name === 'query' ? busy : Reflect.get(target, name)) }),
  };
}

beforeAll(async () => {
  harness = await startHarness({ wrapDatabase: withPassengers });
});
afterAll(() => harness.close());

it.each(['', '(period: WEEK)', '(period: ALL)'])(
  'a report%s stays consistent while new events arrive',
  async (period) => {
    const fields = `analytics${period} {
    summary { views clicks clickCounts { type count } customFields { name count } } days { views clicks } recentEvents { id }
  }`;
    const report = await harness.page(page, fields, `DRIVER:${page.ownerId}`);
    const { summary, days } = report.analytics as typeof report.analytics & {
      readonly summary: {
        clickCounts: readonly { type: string; count: number }[];
        customFields: readonly { name: string; count: number }[];
      };
    };
    expect(summary.views).toBeGreaterThan(0);
    expect(sum(days)).toBe(summary.views + summary.clicks);
    expect(summary.clicks).toBe(2 * summary.views);
    const taps = summary.clickCounts.find(({ type }) => type === 'CLICK_CUSTOM_FIELD');
    expect(summary.customFields).toEqual([{ name: 'Fares', count: taps?.count }]);
  },
);

it('a report for administrators stays consistent while new events arrive', async () => {
  const fields = 'adminAnalytics { totalEvents eventsByType { type count } days { count } recentEvents { id } }';
  const { adminAnalytics } = (await harness.page(page, fields, 'ADMIN:somebody')) as unknown as {
    readonly adminAnalytics: Record<'eventsByType' | 'days', readonly { count: number }[]> & { totalEvents: number };
  };
  expect(sum(adminAnalytics.days)).toBe(adminAnalytics.totalEvents);
  expect(sum(adminAnalytics.eventsByType)).toBe(adminAnalytics.totalEvents);
});
