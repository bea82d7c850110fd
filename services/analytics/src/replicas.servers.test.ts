import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AnalyticsDatabase } from '@volant/infra/analytics-database/analytics-database';
import { openClickHouse } from '@volant/infra/analytics-database/clickhouse';
import { openEmbeddedMessageLog } from '@volant/infra/message-log/embedded/embedded-message-log';
import { createLogger } from '@volant/infra/process/observability/log';
import { addDays, parisDay } from '@volant/infra/time/paris-day';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ClickHouseReplicas, startClickHouseReplicas } from '../../../scripts/servers/clickhouse-replicas.ts';
import { dockerAnswers } from '../../../scripts/servers/containers.ts';
import { countedEvents, foldedParams } from './reports/counted-events.ts';
import { foldDays, readFolded } from './rollups/fold-days.ts';
import { select } from './rollups/select.ts';
import { activity, type Harness, startHarness, until } from './testing/analytics-harness.ts';

const NAME = 'volant';
const DAY = 24 * 3_600_000;
const log = createLogger({ name: 'test', level: 'silent' });

// Only containers have a Keeper. Shards are not supported (ADR 82).
describe.skipIf(!(await dockerAnswers()))('replicas of ClickHouse with a Keeper', () => {
  let directory: string;
  let replicas: ClickHouseReplicas;
  let harness: Harness;
  let databases: readonly AnalyticsDatabase[];

  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'volant-replicas-'));
    replicas = await startClickHouseReplicas();
    const { cluster, urls, login } = replicas;
    const openAll = urls.map((url) => openClickHouse({ ...login, url, cluster, database: NAME, log }));
    databases = await Promise.all(openAll);
    harness = await startHarness({
      open: async () => ({
        messageLog: await openEmbeddedMessageLog({ path: path.join(directory, 'log') }),
        database: await openClickHouse({ ...login, url: urls[0] ?? '', cluster, database: NAME, log }),
      }),
    });
  });
  afterAll(async () => {
    await harness?.close();
    for (const database of databases ?? []) await database.close();
    await replicas?.stop();
    await rm(directory, { recursive: true });
  });

  /** Of a page, as each replica counts. */
  const countedByEach = (pageUid: string) =>
    Promise.all(
      databases.map(async (database) => {
        const params = foldedParams(await readFolded(database));
        const query = `SELECT sum(events) AS total FROM ${countedEvents(NAME, `page_uid = '${pageUid}'`)}`;
        const [row] = await select<{ total: string }>(database, query, params);
        return Number(row?.total);
      }),
    );
  const byEach = (count: number) => databases.map(() => count);
  const of = (pageUid: string, days: number) =>
    Array.from({ length: days }, (_, day) => activity({ pageUid, at: new Date(Date.now() - day * DAY) }));

  it('have the same tables, all of them replicated', async () => {
    const query = `SELECT name, engine FROM system.tables
                   WHERE database = '${NAME}' AND engine LIKE '%MergeTree' ORDER BY name`;
    const [first, ...others] = await Promise.all(
      databases.map((database) => select<{ name: string; engine: string }>(database, query, {})),
    );
    expect(first?.map(({ name }) => name)).toContain('activities_by_day');
    expect(first?.filter(({ engine }) => !engine.startsWith('Replicated'))).toEqual([]);
    for (const other of others) expect(other).toEqual(first);
  });

  it('count the same events, folded days included, and forget an erased page', async () => {
    const pageUid = newId();
    await harness.publish(of(pageUid, 60));
    await harness.publish(of(pageUid, 60));
    await harness.settle();
    expect(await countedByEach(pageUid)).toEqual(byEach(120));
    await foldDays(harness.database, addDays(parisDay(Date.now()), -8));
    expect(await countedByEach(pageUid)).toEqual(byEach(120));
    await harness.putPage({ pageUid }, true);
    await until(async () => Math.max(...(await countedByEach(pageUid))), 0);
  });

  it('lose no event while one of them is away', async () => {
    const pageUid = newId();
    await replicas.stopLast();
    for (let n = 0; n < 20; n += 1) await harness.publish(of(pageUid, 2));
    // Two replicas have a majority together only, so events wait in the log.
    await expect.poll(() => harness.analytics.lag()).toBeGreaterThanOrEqual(20);
    await replicas.startLast();
    await until(() => harness.analytics.lag(), 0);
    await until(async () => Math.min(...(await countedByEach(pageUid))), 40);
    expect(await countedByEach(pageUid)).toEqual(byEach(40));
  });
});
