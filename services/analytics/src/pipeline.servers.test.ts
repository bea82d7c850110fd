import { randomBytes } from 'node:crypto';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { AnalyticsDatabase } from '@volant/infra/analytics-database/analytics-database';
import { openClickHouse } from '@volant/infra/analytics-database/clickhouse';
import { createMemoryCache } from '@volant/infra/cache/memory-cache';
import { openKafkaMessageLog } from '@volant/infra/message-log/kafka/kafka-message-log';
import type { LogRecord, MessageLog } from '@volant/infra/message-log/message-log';
import { createLogger } from '@volant/infra/process/observability/log';
import { traceRequests } from '@volant/infra/process/observability/tracing';
import { recordSpans } from '@volant/infra/testing/recorded-spans';
import { testServers } from '@volant/infra/testing/test-servers';
import { addDays, parisDay } from '@volant/infra/time/paris-day';
import { createMemoryViewStore } from '@volant/infra/views/memory-view-store';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAnalytics } from './app.ts';
import { countedEvents, foldedParams } from './reports/counted-events.ts';
import { foldDays, readFolded } from './rollups/fold-days.ts';
import { select } from './rollups/select.ts';
import { activity, type Harness, startHarness, until } from './testing/analytics-harness.ts';

const DAY = 24 * 3_600_000;
const PREFIX = `analytics-${randomBytes(4).toString('hex')}.`;
const NAME = `analytics_${randomBytes(4).toString('hex')}`;
const log = createLogger({ name: 'test', level: 'silent' });

/** Topics of this file's own on a broker that others use as well. */
function withOwnTopics(inner: MessageLog): MessageLog {
  const own = <T extends { readonly onBatch: (records: readonly LogRecord[]) => Promise<void> }>(options: T) => ({
    ...options,
    onBatch: (records: readonly LogRecord[]) =>
      options.onBatch(records.map((record) => ({ ...record, topic: record.topic.slice(PREFIX.length) }))),
  });
  return {
    ...inner,
    ensureTopics: (topics) => inner.ensureTopics(topics.map((topic) => ({ ...topic, name: PREFIX + topic.name }))),
    publish: (topic, records, options) => inner.publish(PREFIX + topic, records, options),
    consume: (options) =>
      inner.consume({ ...own(options), topic: PREFIX + options.topic, group: PREFIX + options.group }),
    follow: (options) => inner.follow({ ...own(options), topic: PREFIX + options.topic }),
    close: () => inner.close(),
  };
}

async function openLog(clientId: string): Promise<MessageLog> {
  const { brokers } = testServers().kafka;
  return withOwnTopics(await openKafkaMessageLog({ brokers, partitions: 4, replicationFactor: 1, clientId, log }));
}

/** A connection to ClickHouse that can be cut. */
async function cuttable(target: URL) {
  const sockets = new Set<Socket>();
  let cut = false;
  const server = createServer((client) => {
    if (cut) {
      client.destroy();
      return;
    }
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    }
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut(now: boolean) {
      cut = now;
      if (now) for (const socket of sockets) socket.destroy();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

let harness: Harness;
let way: Awaited<ReturnType<typeof cuttable>>;

async function openDatabase(url: string): Promise<AnalyticsDatabase> {
  const { username, password } = testServers().clickhouse;
  return openClickHouse({ url, username, password, database: NAME, log });
}

async function counted(pageUid: string): Promise<number> {
  const params = foldedParams(await readFolded(harness.database));
  const query = `SELECT sum(events) AS total FROM ${countedEvents(NAME, `page_uid = '${pageUid}'`)}`;
  const [row] = await select<{ total: string }>(harness.database, query, params);
  return Number(row?.total);
}

beforeAll(async () => {
  way = await cuttable(new URL(testServers().clickhouse.url));
  harness = await startHarness({
    prepareServer: traceRequests,
    open: async () => ({ messageLog: await openLog('harness'), database: await openDatabase(way.url) }),
  });
});
afterAll(async () => {
  await harness.database.client.command({ query: `DROP DATABASE ${NAME} SYNC` });
  await harness.close();
  await way.close();
});

it('carries a scan from its 202 into the owner’s report', async () => {
  const page = await harness.knownPage();
  const events = Array.from({ length: 30 }, () => ({ id: newId(), pageId: page.uid, type: 'VIEW' }));
  expect((await harness.post({ events: events.slice(0, 20) })).status).toBe(202);
  expect((await harness.post({ events: events.slice(10) })).status).toBe(202);
  await harness.settle();
  const report = await harness.page(
    page,
    'eventCount viewCount analytics { summary { views } }',
    `DRIVER:${page.ownerId}`,
  );
  expect(report).toMatchObject({ eventCount: 30, viewCount: 30, analytics: { summary: { views: 30 } } });
});

it('carries the trace of a scan in the record’s headers through to the rows', async () => {
  const page = await harness.knownPage();
  const spans = recordSpans();
  try {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    expect((await harness.post({ pageId: page.uid, type: 'VIEW' }, { traceparent })).status).toBe(202);
    await harness.settle();
    const ofTrace = () => spans.all().filter((span) => traceparent.includes(span.spanContext().traceId));
    await expect
      .poll(() =>
        ofTrace()
          .map(({ name }) => name)
          .sort(),
      )
      .toEqual([
        'POST /api/public/events',
        'ingest pages.activity.v1',
        'insert activities',
        'publish pages.activity.v1',
      ]);
  } finally {
    await spans.stop();
  }
});

it('finds every page, whichever partition contains its record', async () => {
  const pages = [];
  for (let n = 0; n < 12; n += 1) pages.push(await harness.knownPage());
  for (const { uid } of pages) expect((await harness.post({ pageId: uid, type: 'VIEW' })).status).toBe(202);
});

it('folds days and erases a page', async () => {
  const [page, other] = [newId(), newId()];
  const made = Array.from({ length: 60 }, (_, day) =>
    [page, other].map((pageUid) => activity({ pageUid, at: new Date(Date.now() - day * DAY) })),
  ).flat();
  await harness.publish(made);
  await harness.publish(made.slice(0, 30));
  await harness.settle();
  await foldDays(harness.database, addDays(parisDay(Date.now()), -8));
  expect([await counted(page), await counted(other)]).toEqual([60, 60]);
  await harness.putPage({ pageUid: page }, true);
  await until(() => counted(page), 0);
  await harness.publish(made.slice(0, 30));
  await harness.settle();
  expect([await counted(page), await counted(other)]).toEqual([0, 60]);
});

it('loses no event during an outage of ClickHouse, and resumes by itself', async () => {
  const pageUid = newId();
  way.cut(true);
  await expect(harness.database.check()).rejects.toThrow('does not answer');
  for (let n = 0; n < 20; n += 1) await harness.publish([activity({ pageUid }), activity({ pageUid })]);
  await expect.poll(() => harness.analytics.lag()).toBeGreaterThanOrEqual(20);
  expect(await harness.pageErrors({ uid: pageUid, ownerId: 'o', tenure: 1 }, 'eventCount', `DRIVER:o`)).toEqual([
    'UNAVAILABLE',
  ]);
  way.cut(false);
  await until(() => harness.analytics.lag(), 0);
  expect(await counted(pageUid)).toBe(40);
});

it('shares the partitions with another process that starts and stops', async () => {
  const pageUid = newId();
  const messageLog = await openLog('second');
  const database = await openDatabase(testServers().clickhouse.url);
  const ownViews = createMemoryViewStore();
  const parts = { messageLog, database, ownViews, cache: createMemoryCache(), clock: () => new Date(), newId, log };
  const second = createAnalytics(
    parts,
    { roles: ['ingest'], trustedProxies: [], migrations: 'await' },
    async () => undefined,
  );
  const publishing = (async () => {
    for (let n = 0; n < 150; n += 1) {
      await harness.publish(Array.from({ length: 10 }, () => activity({ pageUid })));
    }
  })();
  await second.start();
  await publishing;
  await second.stop();
  await messageLog.close();
  await database.close();
  await until(() => harness.analytics.lag(), 0);
  expect(await counted(pageUid)).toBe(1_500);
});
