import { addDays, parisDay } from '@volant/infra/time/paris-day';
import { ActivityType } from '@volant/proto/volant/analytics/v1/activity_pb';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foldDays } from '../rollups/fold-days.ts';
import { activity, type Harness, startHarness } from '../testing/analytics-harness.ts';

const DAY = 24 * 3_600_000;
const NOW = new Date('2026-03-30T10:00:00Z');
const TODAY = parisDay(NOW.getTime());

interface Totals {
  readonly views: number;
  readonly clicks: number;
}

interface Found {
  readonly week: Readonly<Record<string, unknown>>;
  readonly analytics: {
    readonly summary: Totals;
    readonly summaryBefore: Totals | null;
    readonly visitorsBefore: unknown;
    readonly hours: readonly { readonly viewsBefore: number | null }[];
    readonly days: readonly { readonly date: string; readonly views: number }[];
    readonly recentEvents: readonly { readonly createdAt: string }[];
  };
}

let harness: Harness;
const page = { uid: newId(), ownerId: newId(), tenure: 1 };
const owner = `DRIVER:${page.ownerId}`;
/** The page with an owner for so many days. */
const aged = (days: number) => ({ ...page, claimedAt: new Date(NOW.getTime() - days * DAY).toISOString() });
/** A page with a view every 60 days. */
const quiet = { uid: newId(), ownerId: page.ownerId, tenure: 1 };

/** One view on each day of 400 days and a call on each of the latest ten, in the present ownership. */
beforeAll(async () => {
  harness = await startHarness();
  harness.setNow(NOW);
  const daysAgo = (age: number) => new Date(NOW.getTime() - age * DAY);
  const of = (age: number, type = ActivityType.VIEW) => activity({ pageUid: page.uid, type, at: daysAgo(age) });
  await harness.publish([
    ...Array.from({ length: 400 }, (_, age) => of(age)),
    ...Array.from({ length: 10 }, (_, age) => of(age, ActivityType.CLICK_CALL)),
    activity({ pageUid: page.uid, tenure: 2, at: NOW }),
    ...Array.from({ length: 6 }, (_, times) => activity({ pageUid: quiet.uid, at: daysAgo(60 * times) })),
  ]);
  await harness.settle();
});
afterAll(() => harness.close());

async function read(period?: string, of = page): Promise<Found> {
  const args = period === undefined ? '' : `(period: ${period})`;
  const totals = '{ views clicks clickCounts { type count } }';
  return (await harness.page(
    of,
    `week { views calls viewsBefore callsBefore viewsByDay compares }
     analytics${args} { summary ${totals} summaryBefore ${totals} visitorsBefore { visitors }
     hours { viewsBefore } days { date views } recentEvents { id createdAt } }`,
    owner,
  )) as unknown as Found;
}

describe.each(['before', 'after'])('%s the days are folded', (when) => {
  beforeAll(async () => {
    if (when === 'before') return;
    await foldDays(harness.database, addDays(TODAY, -3));
    // The list of folded days is cached for a minute.
    harness.setNow(new Date(NOW.getTime() + 120_000));
  });

  it.each([
    ['WEEK', 7, { views: 7, clicks: 7 }, { views: 7, clicks: 3 }],
    ['MONTH', 30, { views: 30, clicks: 10 }, { views: 30, clicks: 0 }],
    ['YEAR', 365, { views: 365, clicks: 10 }, { views: 35, clicks: 0 }],
  ])('a report of a %s has %i days, and the figures of the days before', async (period, length, summary, before) => {
    const { analytics } = await read(period);
    expect(analytics.summary).toMatchObject({
      ...summary,
      clickCounts: expect.arrayContaining([{ type: 'CLICK_CALL', count: summary.clicks }]),
    });
    expect(analytics.summaryBefore).toMatchObject(before);
    expect(analytics.days.map(({ date }) => date)).toEqual(Array.from({ length }, (_, age) => addDays(TODAY, -age)));
    expect(analytics.recentEvents).toHaveLength(10);
  });

  it('a report of everything begins with the first event, and has no figures before it', async () => {
    const { analytics } = await read('ALL');
    expect(analytics.summary).toMatchObject({ views: 400, clicks: 10 });
    expect(analytics.summaryBefore).toBeNull();
    expect(analytics.days).toHaveLength(400);
  });

  it('a report without a period sums up all days and shows 30', async () => {
    const { analytics } = await read();
    expect(analytics.summary).toMatchObject({ views: 400, clicks: 10 });
    expect(analytics.summaryBefore).toBeNull();
    expect(analytics.days).toHaveLength(30);
  });

  it.each(['WEEK', 'MONTH', 'YEAR', undefined])('a report of a %s lists events from long before it', async (period) => {
    const { summary, recentEvents } = (await read(period, quiet)).analytics;
    expect(summary.views).toBe(period === 'WEEK' || period === 'MONTH' ? 1 : 6);
    const days = recentEvents.map(({ createdAt }) => parisDay(Date.parse(createdAt)));
    expect(days).toEqual(Array.from({ length: 6 }, (_, times) => parisDay(NOW.getTime() - 60 * times * DAY)));
  });

  it.each([
    ['WEEK', 14, 7],
    ['MONTH', 60, 30],
    ['QUARTER', 180, 90],
    ['YEAR', 730, 35],
  ])('a report of a %s is compared only from a page of %i days on', async (period, age, views) => {
    expect((await read(period, aged(age))).analytics.summaryBefore).toMatchObject({ views });
    const young = (await read(period, aged(age - 1))).analytics;
    expect(young.summaryBefore).toBeNull();
    expect(young.visitorsBefore).toBeNull();
    expect(new Set(young.hours.map(({ viewsBefore }) => viewsBefore))).toEqual(new Set([null]));
    expect(young.summary.views).toBeGreaterThan(0);
  });

  it('the week of a page younger than the week before is not compared', async () => {
    expect((await read(undefined, aged(14))).week).toMatchObject({ views: 7, compares: true });
    expect((await read(undefined, aged(13))).week).toMatchObject({ views: 7, compares: false });
  });

  it('the week of a page includes the week before, of its ownership alone', async () => {
    const viewsByDay = Array.from({ length: 14 }, () => 1);
    const week = { views: 7, calls: 7, viewsBefore: 7, callsBefore: 3, viewsByDay, compares: true };
    expect((await read()).week).toEqual(week);
    // The second read comes from the cache.
    expect((await read()).week).toEqual(week);
  });
});

it('the week of a page moves with the current day', async () => {
  harness.setNow(new Date(NOW.getTime() + 2 * DAY));
  const viewsByDay = Array.from({ length: 14 }, (_, day) => (day < 12 ? 1 : 0));
  expect((await read()).week).toEqual({
    views: 5,
    calls: 5,
    viewsBefore: 7,
    callsBefore: 5,
    viewsByDay,
    compares: true,
  });
  harness.setNow(NOW);
});

it('the week of a page is visible to its owner only', async () => {
  expect(await harness.pageErrors(page, 'week { views }', `DRIVER:${newId()}`)).toEqual(['PAGE_NOT_FOUND']);
});
