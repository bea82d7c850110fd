import type { AnalyticsDatabase } from '@volant/infra/analytics-database/analytics-database';
import type { LogRecord } from '@volant/infra/message-log/message-log';
import { ACTIVITY_DEAD_TOPIC, ACTIVITY_TOPIC } from '@volant/infra/message-log/topics';
import { createMetrics } from '@volant/infra/process/observability/metrics';
import { ActivityType } from '@volant/proto/volant/analytics/v1/activity_pb';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { activity, type Harness, startHarness, until } from '../testing/analytics-harness.ts';

let harness: Harness;
let outage = false;
const metrics = createMetrics({ name: 'test' });

/** Makes inserts fail as during an outage of ClickHouse; half of the time after the rows were inserted. */
function withOutages(database: AnalyticsDatabase): AnalyticsDatabase {
  let failures = 0;
  const client = Object.create(database.client) as AnalyticsDatabase['client'];
  client.insert = async (params) => {
    failures += 1;
    if (outage && failures % 2 === 0) throw new Error('connect ECONNREFUSED');
    const result = await database.client.insert(params);
    if (outage) throw new Error('socket hang up');
    return result;
  };
  return { ...database, client };
}

async function count(pageUid: string): Promise<{ rows: number; events: number }> {
  const [row] = await harness.select<{ rows: string; events: string }>(
    `SELECT (SELECT count() FROM volant.activities_by_day WHERE page_uid = '${pageUid}') AS rows,
            (SELECT count() FROM volant.activities_by_day FINAL WHERE page_uid = '${pageUid}') AS events`,
  );
  return { rows: Number(row?.rows), events: Number(row?.events) };
}

async function readTopic(topic: string): Promise<readonly LogRecord[]> {
  const records: LogRecord[] = [];
  const follower = await harness.messageLog.follow({
    topic,
    from: {},
    onBatch: async (batch) => void records.push(...batch),
  });
  await follower.caughtUp;
  await follower.stop();
  return records;
}

const deadOf = async (text: string) =>
  (await readTopic(ACTIVITY_DEAD_TOPIC.name)).filter(
    ({ value, headers }) => Buffer.from(value ?? []).includes(text) || headers.reason?.includes(text),
  );

beforeAll(async () => {
  harness = await startHarness({ wrapDatabase: withOutages, measures: metrics });
});
afterAll(() => harness.close());

describe('ingest', () => {
  it('counts a duplicate once, within a record, across batches and across inserts', async () => {
    const pageUid = newId();
    const twice = activity({ pageUid });
    await harness.publish([twice, twice, activity({ pageUid })]);
    await harness.publish([twice]);
    await harness.settle();
    await harness.publish([twice, activity({ pageUid })]);
    await harness.settle();
    expect((await count(pageUid)).events).toBe(3);
  });

  it('measures the delay of a record from the log to the reports', async () => {
    const delay = async () => {
      const { body } = await metrics.render();
      const number = (part: string) =>
        Number(new RegExp(`^ingest_delay_seconds_${part}\\{process="test"\\} (\\S+)$`, 'm').exec(body)?.[1]);
      return { count: number('count'), sum: number('sum') };
    };
    const before = await delay();
    await harness.publish([activity({ pageUid: newId() }), activity({ pageUid: newId() })]);
    await harness.settle();
    const after = await delay();
    // One record contains both activities.
    expect(after.count - before.count).toBe(1);
    expect(after.sum).toBeGreaterThan(before.sum);
  });

  it('sets unreadable messages aside with a reason, while the others count', async () => {
    const pageUid = newId();
    const garbage = Array.from({ length: 100 }, (_, n) => ({ key: `${n}`, value: Buffer.from(`garbage ${n}`) }));
    for (let batch = 0; batch < 10; batch += 1) {
      await harness.messageLog.publish(ACTIVITY_TOPIC.name, garbage.slice(batch * 10, batch * 10 + 10));
      await harness.publish([activity({ pageUid })]);
    }
    await harness.messageLog.publish(ACTIVITY_TOPIC.name, [{ key: 'none', value: null }]);
    await harness.settle();
    expect((await count(pageUid)).events).toBe(10);
    const dead = await deadOf('garbage');
    expect(new Set(dead.map(({ value }) => Buffer.from(value ?? []).toString())).size).toBe(100);
    expect(dead[0]?.headers).toMatchObject({ topic: ACTIVITY_TOPIC.name, partition: '0', reason: expect.any(String) });
    expect(await deadOf('no value')).toHaveLength(1);
  });

  it('sets one invalid activity aside and counts the other activities of its record', async () => {
    const pageUid = newId();
    const bad = [
      activity({ pageUid: 'no-uuid-1' }),
      activity({ pageUid, eventId: 'no-uuid-2' }),
      activity({ pageUid, day: '2026-02-30' }),
      activity({ pageUid, type: 99 as ActivityType }),
      activity({ pageUid, type: ActivityType.UNSPECIFIED }),
      activity({ pageUid, country: 'fr1' }),
      activity({ pageUid, occurredAt: undefined }),
      activity({ pageUid, tenure: -1 }),
    ];
    const before = (await readTopic(ACTIVITY_DEAD_TOPIC.name)).length;
    await harness.publish(bad.flatMap((one) => [activity({ pageUid }), one]));
    await harness.settle();
    expect((await count(pageUid)).events).toBe(bad.length);
    const dead = (await readTopic(ACTIVITY_DEAD_TOPIC.name)).slice(before);
    expect(dead.map(({ headers }) => headers.index)).toEqual(bad.map((_, index) => String(2 * index + 1)));
    // A dead record can be republished unchanged once the cause of its refusal is fixed.
    await harness.messageLog.publish(ACTIVITY_TOPIC.name, [{ key: 'again', value: dead[0]?.value ?? null }]);
    await harness.settle();
    expect(await deadOf('no-uuid-1')).toHaveLength(2);
  });

  it('narrows a batch that ClickHouse refuses down to the invalid rows', async () => {
    const pageUid = newId();
    await harness.database.client.command({
      query: "ALTER TABLE volant.activities_by_day ADD CONSTRAINT no_trap CHECK referrer_host != 'trap.example'",
    });
    const good = Array.from({ length: 200 }, () => activity({ pageUid }));
    const traps = [17, 18, 150].map(() => activity({ pageUid, referrerHost: 'trap.example' }));
    const [first, second, third] = traps;
    if (first === undefined || second === undefined || third === undefined) throw new Error('three traps');
    await harness.publish([...good.slice(0, 17), first, second, ...good.slice(17, 150), third, ...good.slice(150)]);
    await harness.settle();
    expect((await count(pageUid)).events).toBe(200);
    const dead = await deadOf('VIOLATED_CONSTRAINT');
    expect(dead.map(({ headers }) => headers.index)).toEqual(['17', '18', '152']);
  });

  it('stores texts unchanged, whatever characters they contain', async () => {
    const pageUid = newId();
    const names = [
      'a\tb',
      'back\\slash',
      'line\nbreak\r',
      '\\N',
      'nul\0',
      '« Tarifs » 🚕',
      'quote \' " `',
      '{database}',
    ];
    await harness.publish(
      names.map((customField) => activity({ pageUid, type: ActivityType.CLICK_CUSTOM_FIELD, customField })),
    );
    await harness.settle();
    const rows = await harness.select<{ name: string }>(
      `SELECT custom_field AS name FROM volant.activities_by_day WHERE page_uid = '${pageUid}'`,
    );
    expect(rows.map(({ name }) => name).sort()).toEqual([...names].sort());
    expect(await deadOf(pageUid)).toEqual([]);
  });

  it('deletes the rows of an erased page again, on the first late event and on later ones', async () => {
    const [pageUid, other] = [newId(), newId()];
    await harness.publish([activity({ pageUid })]);
    await harness.settle();
    await harness.putPage({ pageUid }, true);
    await until(async () => (await count(pageUid)).rows, 0);
    for (let late = 1; late <= 2; late += 1) {
      await harness.publish([activity({ pageUid }), activity({ pageUid: other })]);
      await harness.settle();
      expect((await count(pageUid)).rows).toBe(0);
      expect((await count(other)).events).toBe(late);
    }
  });

  it('shows every event, and the erasure of its page, in the next count', async () => {
    const page = { uid: newId(), ownerId: newId(), tenure: 1 };
    const eventCount = async () => (await harness.page(page, 'eventCount', `DRIVER:${page.ownerId}`)).eventCount;
    for (let events = 1; events <= 3; events += 1) {
      await harness.publish([activity({ pageUid: page.uid })]);
      await harness.settle();
      expect(await eventCount()).toBe(events);
    }
    await harness.putPage({ pageUid: page.uid }, true);
    await harness.settle();
    expect(await eventCount()).toBe(0);
  });

  it('retries during an outage of ClickHouse and loses no event', async () => {
    const pageUid = newId();
    const deadBefore = (await readTopic(ACTIVITY_DEAD_TOPIC.name)).length;
    outage = true;
    for (let record = 0; record < 20; record += 1)
      await harness.publish([activity({ pageUid }), activity({ pageUid })]);
    await expect.poll(async () => (await count(pageUid)).rows).toBeGreaterThan(0);
    expect(await harness.analytics.lag()).toBeGreaterThan(0);
    outage = false;
    await harness.settle();
    expect((await count(pageUid)).events).toBe(40);
    expect((await readTopic(ACTIVITY_DEAD_TOPIC.name)).length).toBe(deadBefore);
  });

  it('stores a big batch', async () => {
    const pageUid = newId();
    for (let record = 0; record < 10; record += 1) {
      await harness.publish(Array.from({ length: 3_000 }, () => activity({ pageUid })));
    }
    await harness.settle();
    expect((await count(pageUid)).events).toBe(30_000);
  });

  it('changes no report when everything is read again from the beginning', async () => {
    const table = async () =>
      JSON.stringify(
        await harness.select(
          `SELECT page_uid, day, type, custom_field, by_owner, country, count() AS events FROM volant.activities_by_day FINAL
           GROUP BY ALL ORDER BY ALL`,
        ),
      );
    const before = await table();
    expect(JSON.parse(before).length).toBeGreaterThan(5);
    const records = await readTopic(ACTIVITY_TOPIC.name);
    for (let start = 0; start < records.length; start += 50) {
      const again = records.slice(start, start + 50).map(({ key, value }) => ({ key, value }));
      await harness.messageLog.publish(ACTIVITY_TOPIC.name, again);
    }
    await harness.settle();
    expect(await table()).toBe(before);
    await harness.database.client.command({ query: 'OPTIMIZE TABLE volant.activities_by_day FINAL' });
    expect(await table()).toBe(before);
  });
});
