import { addDays, parisDay } from '@volant/infra/time/paris-day';
import { ActivityType } from '@volant/proto/volant/analytics/v1/activity_pb';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { countedEvents, foldedParams } from '../reports/counted-events.ts';
import { activity, type Harness, type ReportedPage, startHarness } from '../testing/analytics-harness.ts';
import { dropUnreadRollups } from './drop-unread.ts';
import { erasePages } from './erased-pages.ts';
import { foldDays, readFolded, refoldDays } from './fold-days.ts';
import { monthsInTable } from './retention.ts';
import { select } from './select.ts';

const DAY = 24 * 3_600_000;
const REPORT = `eventCount viewCount analytics {
  summary { views clicks clickCounts { type count } customFields { name count } }
  days { date views clicks }
  recentEvents { id type country createdAt }
}`;
const NOW = new Date('2026-03-30T10:00:00Z');

let harness: Harness;
const page: ReportedPage = { uid: newId(), ownerId: newId(), tenure: 2 };
const quiet: ReportedPage = { uid: newId(), ownerId: newId(), tenure: 1 };

const daysAgo = (days: number, offsetMs = 0) => new Date(NOW.getTime() - days * DAY + offsetMs);
const reports = async () =>
  JSON.stringify([
    await harness.page(page, REPORT, `DRIVER:${page.ownerId}`),
    await harness.page({ ...page, tenure: 1 }, REPORT, `DRIVER:${page.ownerId}`),
    await harness.page(page, REPORT.replace('analytics', 'analytics(withoutOwner: true)'), `DRIVER:${page.ownerId}`),
    await harness.page(quiet, REPORT, `DRIVER:${quiet.ownerId}`),
  ]);

/** The counts with the present mark, without caches. */
async function counted(pageUid: string): Promise<number> {
  const params = foldedParams(await readFolded(harness.database));
  const query = `SELECT sum(events) AS total FROM ${countedEvents('volant', `page_uid = '${pageUid}'`)}`;
  const [row] = await select<{ total: string }>(harness.database, query, params);
  return Number(row?.total);
}

const foldedUntil = async () => (await readFolded(harness.database)).until;

beforeAll(async () => {
  harness = await startHarness();
  harness.setNow(NOW);
  const types = [ActivityType.VIEW, ActivityType.CLICK_CALL, ActivityType.CLICK_CUSTOM_FIELD];
  const activities = Array.from({ length: 70 }, (_, day) =>
    types.flatMap((type, n) =>
      Array.from({ length: 1 + ((day + n) % 3) }, (__, event) =>
        activity({
          pageUid: page.uid,
          tenure: day > 50 ? 1 : 2,
          type,
          at: daysAgo(day, -event * 60_000),
          byOwner: event === 1,
          customField: type === ActivityType.CLICK_CUSTOM_FIELD ? `Champ ${n + (day % 2)}` : '',
        }),
      ),
    ),
  ).flat();
  for (let start = 0; start < activities.length; start += 40)
    await harness.publish(activities.slice(start, start + 40));
  // Duplicates in a separate part that no merge removes: queries have to handle them.
  await harness.settle();
  await harness.database.client.command({ query: 'SYSTEM STOP MERGES volant.activities_by_day' });
  await harness.publish(activities.slice(0, 30));
  await harness.publish(activities.slice(100, 200));
  await harness.publish([60, 59, 58].map((day) => activity({ pageUid: quiet.uid, at: daysAgo(day) })));
  await harness.settle();
});
afterAll(() => harness.close());

it('gives the same answers before folding, after it, and after a second time', async () => {
  const before = await reports();
  expect(before).toContain('"date":"2026-03-29"');
  const { analytics } = await harness.page(page, REPORT, `DRIVER:${page.ownerId}`);
  expect(new Set(analytics.recentEvents.map(({ id }) => id)).size).toBe(10);
  await harness.analytics.fold();
  expect(await foldedUntil()).toBe('2026-03-22');
  // Reports may cache an older mark for a minute, and must be correct with it too.
  expect(await reports()).toBe(before);
  harness.setNow(new Date(NOW.getTime() + 2 * 60_000));
  expect(await reports()).toBe(before);
  await harness.analytics.fold();
  harness.setNow(new Date(NOW.getTime() + 4 * 60_000));
  expect(await reports()).toBe(before);
});

it('reads closed days from the counts alone', async () => {
  const [row] = await harness.select<{ days: string; events: string; latest: string }>(
    `SELECT uniqExact(day) AS days, sum(events) AS events, toString(max(day)) AS latest FROM volant.page_days
     WHERE rollup IN (SELECT argMax(rollup, number) FROM volant.folded_months GROUP BY month)`,
  );
  const [all] = await harness.select<{ events: string }>(
    "SELECT count() AS events FROM volant.activities_by_day FINAL WHERE day < '2026-03-22'",
  );
  expect(row).toMatchObject({ days: '61', latest: '2026-03-21' });
  expect(row?.events).toBe(all?.events);
});

it('folds one more day once it is closed', async () => {
  const total = await counted(page.uid);
  harness.setNow(new Date(NOW.getTime() + DAY));
  await harness.analytics.fold();
  expect(await foldedUntil()).toBe('2026-03-23');
  expect(await counted(page.uid)).toBe(total);
});

it('counts a late event of a folded day once', async () => {
  const total = await counted(page.uid);
  const late = activity({ pageUid: page.uid, tenure: 2, at: daysAgo(30) });
  await harness.publish([late]);
  await harness.publish([late, activity({ pageUid: page.uid, tenure: 1, at: daysAgo(69) })]);
  await harness.settle();
  expect(await counted(page.uid)).toBe(total + 2);
});

it('changes no count if it is killed before the mark moves', async () => {
  const total = await counted(page.uid);
  const until = await foldedUntil();
  const { client } = harness.database;
  const killed = {
    ...harness.database,
    client: Object.assign(Object.create(client) as typeof client, {
      command: (params: Parameters<typeof client.command>[0]) =>
        params.query.includes('INTO volant.folded_months')
          ? Promise.reject(new Error('killed'))
          : client.command(params),
    }),
  };
  await expect(foldDays(killed, addDays(until, 3))).rejects.toThrow('killed');
  expect(await foldedUntil()).toBe(until);
  expect(await counted(page.uid)).toBe(total);
  await foldDays(harness.database, addDays(until, 3));
  expect(await counted(page.uid)).toBe(total);
});

/** A database whose statements that contain `text` block until `letGo` is called. */
function paused(text: string) {
  const { client } = harness.database;
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const command = async (params: Parameters<typeof client.command>[0]) => {
    if (params.query.includes(text)) {
      arrive();
      await gate;
    }
    return client.command(params);
  };
  const database = { ...harness.database, client: Object.assign(Object.create(client) as typeof client, { command }) };
  return { database, arrived, letGo };
}

describe.each(['INTO volant.page_days', 'INTO volant.folded_months'])('a fold suspended before %s', (text) => {
  it('does not undo a later fold, and counts no event twice', async () => {
    const total = await counted(page.uid);
    const until = await foldedUntil();
    const asleep = paused(text);
    const folding = foldDays(asleep.database, addDays(until, 1));
    await asleep.arrived;
    await foldDays(harness.database, addDays(until, 2));
    asleep.letGo();
    await folding;
    expect(await foldedUntil()).toBe(addDays(until, 2));
    expect(await counted(page.uid)).toBe(total);
  });

  it('is ignored for a day that received an event meanwhile', async () => {
    const total = await counted(page.uid);
    const until = await foldedUntil();
    const asleep = paused(text);
    const folding = foldDays(asleep.database, addDays(until, 1));
    await asleep.arrived;
    harness.setNow(new Date(`${addDays(until, 12)}T12:00:00Z`));
    await harness.publish([activity({ pageUid: page.uid, tenure: 2, at: new Date(`${until}T12:00:00Z`) })]);
    await harness.settle();
    asleep.letGo();
    await folding;
    expect(await counted(page.uid)).toBe(total + 1);
    await foldDays(harness.database, addDays(until, 1));
    expect(await foldedUntil()).toBe(addDays(until, 1));
    expect(await counted(page.uid)).toBe(total + 1);
  });
});

describe.each(['INTO volant.page_days', 'INTO volant.folded_months'])('a refold suspended before %s', (text) => {
  it('is covered by a refold of another day of the same month', async () => {
    const total = await counted(page.uid);
    // Rows written by a second ingest whose refold is not named for a while.
    await harness.database.client.command({
      query: `INSERT INTO volant.activities_by_day (page_uid, day, event_id, tenure, type, occurred_at, precedence)
              VALUES ('${page.uid}', '2026-02-10', '${newId()}', 2, 'VIEW', '2026-02-10 12:00:00', 1)`,
    });
    const asleep = paused(text);
    const refolding = refoldDays(asleep.database, ['2026-02-10']);
    await asleep.arrived;
    await harness.publish([activity({ pageUid: page.uid, tenure: 2, at: new Date('2026-02-17T12:00:00Z') })]);
    await harness.settle();
    expect(await counted(page.uid)).toBe(total + 2);
    asleep.letGo();
    await refolding;
    expect(await counted(page.uid)).toBe(total + 2);
  });
});

it('drops unread rollups, and no other', async () => {
  const total = await counted(page.uid);
  const partitions = () =>
    harness.select(`SELECT DISTINCT partition FROM system.parts WHERE active AND table = 'page_days'`);
  const before = (await partitions()).length;
  await dropUnreadRollups(harness.database);
  expect(await partitions()).toHaveLength(before);
  // Retries until the second in which the last ticket was taken has passed.
  const partitionsAfter = async () => {
    await dropUnreadRollups(harness.database, { afterFoldSeconds: 0, afterTicketSeconds: 0 });
    return (await partitions()).length;
  };
  await expect.poll(partitionsAfter).toBeLessThan(before);
  const [months] = await harness.select<{ n: string }>('SELECT uniqExact(month) AS n FROM volant.folded_months');
  expect(await partitions()).toHaveLength(Number(months?.n));
  expect(await counted(page.uid)).toBe(total);
});

it('leaves out days older than 25 months', async () => {
  const old = newId();
  await harness.publish([
    activity({ pageUid: old, at: new Date('2024-03-10T12:00:00Z') }),
    activity({ pageUid: old, at: new Date('2024-03-20T12:00:00Z') }),
  ]);
  await harness.settle();
  await foldDays(harness.database, '2026-04-05');
  expect(await counted(old)).toBe(1);
  await foldDays(harness.database, '2026-04-13');
  expect(await counted(old)).toBe(0);
});

/** Makes existing folds look older by ClickHouse's clock. */
async function age(minutes: number): Promise<void> {
  for (const [table, column] of [
    ['folded_months', 'folded_at'],
    ['fold_tickets', 'at'],
  ]) {
    await harness.database.client.command({
      query: `ALTER TABLE volant.${table} UPDATE ${column} = ${column} - INTERVAL ${minutes} MINUTE WHERE true`,
      clickhouse_settings: { mutations_sync: '2' },
    });
  }
}

it('keeps a replaced rollup while a process that read it may name it again', async () => {
  const until = await foldedUntil();
  const day = addDays(until, -1);
  await harness.publish([activity({ pageUid: page.uid, at: new Date(`${day}T12:00:00Z`) })]);
  await harness.settle();
  await refoldDays(harness.database, [day]);
  const total = await counted(page.uid);
  await age(180);
  const earlier = paused('INTO volant.folded_months');
  const folding = foldDays(earlier.database, addDays(until, 1));
  await earlier.arrived;
  // The later process read the month before the earlier one names it, and confirms the version that it read.
  const later = paused('INTO volant.folded_months');
  const refolding = refoldDays(later.database, [addDays(until, 2)]);
  await later.arrived;
  earlier.letGo();
  await folding;
  await age(50);
  await dropUnreadRollups(harness.database);
  later.letGo();
  await refolding;
  expect(await counted(page.uid)).toBe(total);
});

it('counts each event once for readers while days are folded', async () => {
  const total = await counted(page.uid);
  let folding = true;
  const reading = (async () => {
    const seen = new Set<number>();
    while (folding) seen.add(await counted(page.uid));
    return seen;
  })();
  for (let day = 0; day < 5; day += 1) {
    await foldDays(harness.database, addDays(await foldedUntil(), 1));
  }
  folding = false;
  expect([...(await reading)]).toEqual([total]);
});

it('returns the counts of many pages with one query', async () => {
  const pages = Array.from({ length: 10_000 }, () => ({ __typename: 'Page', uid: newId(), ownerId: null, tenure: 0 }));
  const of = [...pages, { __typename: 'Page', ...quiet }];
  const asked = vi.spyOn(harness.database.client, 'query');
  const { data, errors } = await harness.analytics.subgraph.execute(
    {
      query: 'query ($of: [_Any!]!) { _entities(representations: $of) { ... on Page { eventCount viewCount } } }',
      variables: { of },
    },
    { token: `ADMIN:${newId()}`, language: 'en', clientAddress: '', correlationId: 'test', idempotencyKey: undefined },
  );
  expect(errors).toBeUndefined();
  const entities = (data as { _entities: unknown[] })._entities;
  expect(entities).toHaveLength(10_001);
  expect(entities[0]).toEqual({ eventCount: 0, viewCount: 0 });
  expect(entities.at(-1)).toEqual({ eventCount: 3, viewCount: 3 });
  const counting = asked.mock.calls.filter(([{ query }]) => query.includes('page_uid'));
  expect(counting).toHaveLength(1);
  asked.mockRestore();
  expect(parisDay(NOW.getTime())).toBe('2026-03-30');
});

it('deletes its rows of a page that was erased between reading and writing', async () => {
  const total = await counted(page.uid);
  const until = await foldedUntil();
  const erased = newId();
  await harness.publish([activity({ pageUid: erased, at: new Date(`${until}T12:00:00Z`) })]);
  await harness.settle();
  // ClickHouse reads and writes in one statement. Here the write is delayed until the page is erased.
  const { client } = harness.database;
  await client.command({ query: 'SYSTEM START MERGES volant.activities_by_day' });
  await client.command({ query: 'CREATE TABLE volant.read_days AS volant.page_days' });
  const command = async (params: Parameters<typeof client.command>[0]) => {
    const { counted: days = [] } = (params.query_params ?? {}) as { counted?: readonly string[] };
    if (!params.query.includes('INTO volant.page_days') || !days.includes(until)) return client.command(params);
    await client.command({ ...params, query: params.query.replace('INTO volant.page_days', 'INTO volant.read_days') });
    await erasePages(harness.database, [erased]);
    return client.command({ query: 'INSERT INTO volant.page_days SELECT * FROM volant.read_days' });
  };
  const database = { ...harness.database, client: Object.assign(Object.create(client) as typeof client, { command }) };
  await foldDays(database, addDays(until, 1));
  expect(await foldedUntil()).toBe(addDays(until, 1));
  expect(await harness.select(`SELECT events FROM volant.read_days WHERE page_uid = '${erased}'`)).toHaveLength(1);
  for (const table of ['activities_by_day', 'page_days', 'page_origins', 'page_months', 'page_totals']) {
    expect(await harness.select(`SELECT page_uid FROM volant.${table} WHERE page_uid = '${erased}'`)).toEqual([]);
  }
  expect(await counted(page.uid)).toBe(total);
  await client.command({ query: 'DROP TABLE volant.read_days' });
});

// Last, because ClickHouse drops activities by its own clock.
it('leaves out more days after the retention was shortened', async () => {
  const until = await foldedUntil();
  const seen = newId();
  const at = (day: string) => activity({ pageUid: seen, at: new Date(`${day}T12:00:00Z`) });
  await harness.publish([at(addDays(until, -100)), at(until), at(addDays(until, 1))]);
  await harness.settle();
  await foldDays(harness.database, addDays(until, 2));
  expect(await counted(seen)).toBe(3);
  await foldDays(harness.database, addDays(until, 3), 2);
  expect(await counted(seen)).toBe(2);
  expect(await monthsInTable(harness.database)).toBe(2);
  await foldDays(harness.database, addDays(until, 4));
  expect(await monthsInTable(harness.database)).toBe(25);
});
