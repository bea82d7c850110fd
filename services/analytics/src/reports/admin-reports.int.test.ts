import { timestampMs } from '@bufbuild/protobuf/wkt';
import { addDays, parisDay } from '@volant/infra/time/paris-day';
import { EVENT_TYPES } from '@volant/proto/activity/click-types';
import { ActivityType } from '@volant/proto/volant/analytics/v1/activity_pb';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foldDays } from '../rollups/fold-days.ts';
import { activity, type Harness, startHarness, until } from '../testing/analytics-harness.ts';

const DAY = 24 * 3_600_000;
const NOW = new Date('2026-03-30T10:00:00Z');
const ADMIN = `ADMIN:${newId()}`;
const REPORT =
  'totalEvents eventsByType { type count } days { date count } recentEvents { id type country createdAt page { uid } }';
const GLOBAL = `{ globalAnalytics { ${REPORT} topPages { page { uid } events } } }`;
const pageReport = (uid: string) =>
  `{ _entities(representations: [{ __typename: "Page", uid: "${uid}" }]) { ... on Page { adminAnalytics {
    ${REPORT} topReferrers { referrer count } topCountries { country count }
  } } } }`;

interface TestEvent {
  readonly id: string;
  readonly type: string;
  readonly country: string | null;
  readonly createdAt: string;
  readonly page: { readonly uid: string };
}

interface TestReport {
  readonly totalEvents: number;
  readonly eventsByType: readonly { readonly type: string; readonly count: number }[];
  readonly days: readonly { readonly date: string; readonly count: number }[];
  readonly recentEvents: readonly TestEvent[];
  readonly topPages?: readonly { readonly page: { readonly uid: string }; readonly events: number }[];
  readonly topReferrers?: readonly { readonly referrer: string; readonly count: number }[];
  readonly topCountries?: readonly { readonly country: string; readonly count: number }[];
}

let harness: Harness;
/** Twelve pages; the first has the most events. */
const pages = Array.from({ length: 12 }, () => newId());
const made: ReturnType<typeof activity>[] = [];

async function global(): Promise<TestReport> {
  const { data, codes } = await harness.query(GLOBAL, ADMIN);
  expect(codes).toEqual([]);
  return (data as { globalAnalytics: TestReport }).globalAnalytics;
}
async function ofPage(uid: string): Promise<TestReport> {
  const { data, codes } = await harness.query(pageReport(uid), ADMIN);
  expect(codes).toEqual([]);
  const [entity] = (data as { _entities: { adminAnalytics: TestReport }[] })._entities;
  if (entity === undefined) throw new Error('no entity');
  return entity.adminAnalytics;
}

/** The expected report of these activities, computed here. */
function expected(of: readonly ReturnType<typeof activity>[]) {
  const count = (fits: (one: ReturnType<typeof activity>) => boolean) => of.filter(fits).length;
  return {
    totalEvents: of.length,
    eventsByType: EVENT_TYPES.map((type) => ({ type, count: count((one) => ActivityType[one.type] === type) })),
    days: Array.from({ length: 30 }, (_, age) => {
      const date = addDays(parisDay(NOW.getTime()), -age);
      return { date, count: count((one) => one.day === date) };
    }),
  };
}

/** The latest of these activities, in the form of a report. */
function latest(of: readonly ReturnType<typeof activity>[], count: number): readonly TestEvent[] {
  const newest = [...of].sort((one, other) => (one.eventId < other.eventId ? 1 : -1)).slice(0, count);
  return newest.map(({ eventId: id, type, country, occurredAt, pageUid: uid }) => {
    const createdAt = new Date(occurredAt === undefined ? Number.NaN : timestampMs(occurredAt)).toISOString();
    return { id, type: ActivityType[type], country: country === '' ? null : country, createdAt, page: { uid } };
  });
}

/** Values by number of activities, most first and then by name. */
function ranked(values: readonly string[]): readonly (readonly [string, number])[] {
  const counts = [...new Set(values)].map((value) => [value, values.filter((one) => one === value).length] as const);
  return counts.filter(([value]) => value !== '').sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
}

const INTERNATIONAL = 'xn--mller-kva.example';
/** Referrer of an event. Includes two spellings of one site, and an internationalized name. */
const siteOf = (n: number) => ['example.org', 'example.org.', INTERNATIONAL][(n % 24) / 2] ?? `site-${n % 24}.example`;

beforeAll(async () => {
  harness = await startHarness();
  harness.setNow(NOW);
  for (let day = 0; day < 100; day += 3) {
    pages.forEach((pageUid, rank) => {
      for (let event = 0; event < 1 + ((12 - rank + day) % 13 === 0 ? 2 : 0) + (rank === 0 ? 3 : 0); event += 1) {
        const n = made.length;
        made.push(
          activity({
            pageUid,
            tenure: day > 50 ? 1 : 2,
            type: 1 + (n % 8),
            at: new Date(NOW.getTime() - day * DAY - event * 60_000 - rank * 1_000),
            country: ['FR', 'CH', ''][n % 3] ?? '',
            referrerHost: n % 2 === 0 ? siteOf(n) : '',
            byOwner: n % 5 === 0,
          }),
        );
      }
    });
  }
  for (let start = 0; start < made.length; start += 60) await harness.publish(made.slice(start, start + 60));
  await harness.settle();
  await harness.database.client.command({ query: 'SYSTEM STOP MERGES volant.activities_by_day' });
  await harness.publish(made.slice(0, 40));
  await harness.settle();
});
afterAll(() => harness.close());

describe.each(['before', 'after'])('%s the days are folded', (when) => {
  beforeAll(async () => {
    if (when === 'before') return;
    await foldDays(harness.database, '2026-03-22');
    harness.setNow(new Date(NOW.getTime() + 120_000));
  });

  it('counts all pages exactly', async () => {
    const report = await global();
    expect(report).toMatchObject(expected(made));
    const [first] = pages;
    expect(report.topPages).toHaveLength(10);
    expect(report.topPages?.[0]).toEqual({
      page: { uid: first },
      events: made.filter(({ pageUid }) => pageUid === first).length,
    });
    const counts = report.topPages?.map(({ events }) => events) ?? [];
    expect(counts).toEqual([...counts].sort((a, b) => b - a));
  });

  it('shows the 20 latest events, newest first', async () => {
    expect((await global()).recentEvents).toEqual(latest(made, 20));
  });

  it('counts one page over all its ownerships, with sites and countries', async () => {
    const [uid = ''] = pages;
    const its = made.filter(({ pageUid }) => pageUid === uid);
    const report = await ofPage(uid);
    expect(report).toMatchObject(expected(its));
    expect(report.recentEvents).toEqual(latest(its, 10));
    expect(report.topCountries?.map(({ country, count }) => [country, count])).toEqual(
      ranked(its.map(({ country }) => country)),
    );
    const sites = ranked(its.map(({ referrerHost }) => referrerHost.replace(/\.$/, '')));
    expect(sites.length).toBeGreaterThan(10);
    expect(report.topReferrers?.map(({ referrer, count }) => [referrer, count])).toEqual(
      sites.slice(0, 10).map(([site, count]) => [site === INTERNATIONAL ? 'müller.example' : site, count]),
    );
  });
});

it('shows zeroes for a page without visits', async () => {
  expect(await ofPage(newId())).toMatchObject({
    ...expected([]),
    recentEvents: [],
    topReferrers: [],
    topCountries: [],
  });
});

it('allows only administrators', async () => {
  const [uid = ''] = pages;
  for (const [token, code] of [
    [undefined, 'UNAUTHENTICATED'],
    [`DRIVER:${newId()}`, 'FORBIDDEN'],
    [`SUPPORT:${newId()}`, 'FORBIDDEN'],
  ] as const) {
    expect((await harness.query(GLOBAL, token)).codes).toEqual([code]);
    expect((await harness.query(pageReport(uid), token)).codes).toEqual([code]);
  }
  expect((await harness.query(GLOBAL, `SUPERADMIN:${newId()}`)).codes).toEqual([]);
});

describe('an erased page', () => {
  const TABLES = ['activities_by_day', 'page_days', 'page_origins', 'page_months', 'page_totals'];
  const [erased = ''] = pages;
  beforeAll(async () => {
    // Deleting rows rewrites parts, like a merge.
    await harness.database.client.command({ query: 'SYSTEM START MERGES volant.activities_by_day' });
  });
  const others = () => made.filter(({ pageUid }) => pageUid !== erased);
  async function rowsOf(uid: string): Promise<number> {
    const counts = await Promise.all(
      TABLES.map((table) =>
        harness.select<{ n: string }>(`SELECT count() AS n FROM volant.${table} WHERE page_uid = '${uid}'`),
      ),
    );
    return counts.reduce((sum, [row]) => sum + Number(row?.n), 0);
  }

  it('leaves no row, and no other figure changes', async () => {
    expect(await rowsOf(erased)).toBeGreaterThan(0);
    const before = await Promise.all(pages.slice(1).map(ofPage));
    await harness.putPage({ pageUid: erased }, true);
    await until(() => rowsOf(erased), 0);
    await harness.settle();
    expect(await Promise.all(pages.slice(1).map(ofPage))).toEqual(before);
    const report = await global();
    expect(report).toMatchObject(expected(others()));
    expect(report.topPages?.some(({ page }) => page.uid === erased)).toBe(false);
    expect(await ofPage(erased)).toMatchObject({ totalEvents: 0, recentEvents: [], topReferrers: [] });
  });

  it('does not come back with late events, a replay of the log, or a second tombstone', async () => {
    await harness.publish([
      activity({ pageUid: erased, at: new Date(NOW.getTime() - 1_000) }),
      activity({ pageUid: erased.toUpperCase(), at: new Date(NOW.getTime() - 40 * DAY) }),
    ]);
    await harness.publish(made.slice(0, 80));
    await harness.putPage({ pageUid: erased }, true);
    await harness.settle();
    expect(await rowsOf(erased)).toBe(0);
    await foldDays(harness.database, '2026-03-25');
    expect(await rowsOf(erased)).toBe(0);
    expect(await global()).toMatchObject(expected(others()));
  });

  it('is deleted from a fold that had already read it', async () => {
    const [, second = ''] = pages;
    const { client } = harness.database;
    const command = async (params: Parameters<typeof client.command>[0]) => {
      const result = await client.command(params);
      if (params.query.includes('INTO volant.page_months')) {
        await harness.putPage({ pageUid: second }, true);
        const erasures = `SELECT 1 FROM volant.erased_pages WHERE page_uid = '${second}'`;
        await expect.poll(() => harness.select(erasures)).not.toEqual([]);
      }
      return result;
    };
    const database = {
      ...harness.database,
      client: Object.assign(Object.create(client) as typeof client, { command }),
    };
    await foldDays(database, '2026-03-28');
    await harness.settle();
    expect(await rowsOf(second)).toBe(0);
    expect(await global()).toMatchObject(expected(others().filter(({ pageUid }) => pageUid !== second)));
  });
});

it('looks for the latest events further back if there are few recent ones', async () => {
  const left = made.filter(({ pageUid }) => !pages.slice(0, 2).includes(pageUid));
  await foldDays(harness.database, '2026-03-31');
  harness.setNow(new Date(NOW.getTime() + 600_000));
  expect((await global()).recentEvents).toEqual(latest(left, 20));
});
