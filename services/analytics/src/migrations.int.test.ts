import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { openChdb } from '@volant/infra/analytics-database/chdb';
import { migrate, statementsOf } from '@volant/infra/analytics-database/migrate';
import { createMemoryCache } from '@volant/infra/cache/memory-cache';
import { createLogger } from '@volant/infra/process/observability/log';
import { EVENT_TYPES } from '@volant/proto/activity/click-types';
import { ActivityType } from '@volant/proto/volant/analytics/v1/activity_pb';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrateAnalytics, migrationsDone } from './migrations.ts';
import { foldDays } from './rollups/fold-days.ts';
import { select } from './rollups/select.ts';

const DIRECTORY = fileURLToPath(new URL('../clickhouse/', import.meta.url));
const log = createLogger({ name: 'test', level: 'silent' });

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'volant-migrations-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

it('defines for every statement its behaviour in a cluster', async () => {
  for (const file of await readdir(DIRECTORY)) {
    const text = await readFile(path.join(DIRECTORY, file), 'utf8');
    for (const statement of statementsOf(text, { database: 'volant', cluster: 'main' })) {
      const sql = statement.replace(/^\s*--.*$/gm, '').trim();
      if (sql.startsWith('INSERT')) continue;
      expect(sql).toMatch(
        /^(CREATE (TABLE|MATERIALIZED VIEW) IF NOT EXISTS|DROP (TABLE|VIEW) IF EXISTS|ALTER TABLE|EXCHANGE TABLES volant\.\w+ AND) volant\.\w+ ON CLUSTER main\b/,
      );
      if (sql.startsWith('CREATE TABLE')) expect(sql).toMatch(/ENGINE = Replicated\w*MergeTree/);
      expect(sql).not.toMatch(/[{}]/);
    }
    for (const statement of statementsOf(text, { database: 'volant' })) {
      expect(statement).not.toMatch(/[{}]|CLUSTER|Replicated[A-Z]/);
    }
  }
});

it('accepts every event type in every migration, table and projection', async () => {
  const database = await openChdb({ path: path.join(directory, 'data'), database: 'volant' });
  try {
    // A migration that ClickHouse refuses, such as a changed enumeration in a projection, is named here.
    await migrateAnalytics(database, { cache: createMemoryCache(), log });
    const columns = await select<{ table: string; values: string }>(
      database,
      "SELECT table, type AS values FROM system.columns WHERE database = 'volant' AND name = 'type' ORDER BY table",
    );
    const values = `Enum8(${EVENT_TYPES.map((type) => `'${type}' = ${ActivityType[type]}`).join(', ')})`;
    expect(columns).toEqual(['activities_by_day', 'page_days'].map((table) => ({ table, values })));

    const rows = EVENT_TYPES.map(
      (type) => `('${randomUUID()}', '2026-01-01', '${randomUUID()}', '${type}', '2026-01-01 12:00:00', 1)`,
    );
    await database.client.command({
      query: `INSERT INTO volant.activities_by_day (page_uid, day, event_id, type, occurred_at, precedence)
        VALUES ${rows.join(', ')}`,
    });
    await foldDays(database, '2026-02-01');
    // Quoted because GROUP BY has another meaning for “rollup”.
    const sums = `SELECT type, sum(events) AS total FROM volant.page_days GROUP BY \`rollup\`, day, type
      ORDER BY type SETTINGS force_optimize_projection = 1`;
    expect(await select(database, sums)).toEqual(EVENT_TYPES.map((type) => ({ type, total: '1' })));
    const months = EVENT_TYPES.map((type) => `sum(${type.toLowerCase()})`).join(', ');
    expect(await select(database, `SELECT [${months}] AS counts FROM volant.page_months`)).toEqual([
      { counts: EVENT_TYPES.map(() => '1') },
    ]);
  } finally {
    await database.close();
  }
});

it('keeps the activities of an earlier version, with two processes at once', async () => {
  const database = await openChdb({ path: path.join(directory, 'data'), database: 'volant' });
  const earlier = path.join(directory, 'earlier');
  const ran = ['0001_activities.sql', '0002_daily_counts.sql'];
  for (const file of ran) {
    await cp(path.join(DIRECTORY, file), path.join(earlier, file));
  }
  await migrate(database, pathToFileURL(earlier));
  await database.client.command({
    query: `INSERT INTO volant.activities (page_uid, day, event_id, type, occurred_at, precedence)
      SELECT generateUUIDv4(), toDate('2026-01-01') + number % 40, generateUUIDv4(), 'VIEW', now64(3), number FROM numbers(1000)`,
  });
  const waiting = migrationsDone(database, log, new AbortController().signal);
  const cache = createMemoryCache();
  const run = await Promise.all([
    migrateAnalytics(database, { cache, log }),
    migrateAnalytics(database, { cache, log }),
  ]);
  expect(run.map(({ length }) => length).sort()).toEqual([0, (await readdir(DIRECTORY)).length - ran.length]);
  await waiting;
  expect(await select(database, 'SELECT count() AS n FROM volant.activities_by_day FINAL')).toEqual([{ n: '1000' }]);
  expect(
    await select(database, "SELECT name FROM system.tables WHERE database = 'volant' AND name = 'activities'"),
  ).toEqual([]);
  await database.close();
});

it('sorts the activities by time, despite concurrent writers and wherever an earlier run was killed', async () => {
  const database = await openChdb({ path: path.join(directory, 'data'), database: 'volant' });
  const file = '0010_activities_by_time.sql';
  const earlier = path.join(directory, 'earlier');
  for (const name of (await readdir(DIRECTORY)).filter((one) => one < file))
    await cp(path.join(DIRECTORY, name), path.join(earlier, name));
  await migrate(database, pathToFileURL(earlier));
  let written = 0;
  const write = async () => {
    written += 100;
    await database.client.command({
      query: `INSERT INTO volant.activities_by_day (page_uid, day, event_id, type, occurred_at, precedence)
        SELECT generateUUIDv4(), toDate('2026-11-01') + number % 10, generateUUIDv7(number), 'VIEW', now64(3), number FROM numbers(100)`,
    });
  };
  const statements = statementsOf(await readFile(path.join(DIRECTORY, file), 'utf8'), database);
  expect(statements).toHaveLength(8);
  await write();
  for (let killedAfter = 0; killedAfter < statements.length; killedAfter += 1) {
    for (const query of statements.slice(0, killedAfter)) {
      await database.client.command({ query });
      await write();
    }
  }
  await migrateAnalytics(database, { cache: createMemoryCache(), log });
  await write();
  expect(await select(database, 'SELECT count() AS n FROM volant.activities_by_day FINAL')).toEqual([
    { n: String(written) },
  ]);
  const tables = await select<{ name: string; sorting_key: string }>(
    database,
    "SELECT name, sorting_key FROM system.tables WHERE database = 'volant' AND name LIKE 'activities%'",
  );
  expect(tables).toEqual([
    { name: 'activities_by_day', sorting_key: 'day, page_uid, UUIDv7ToDateTime(event_id), event_id' },
  ]);
  await database.close();
});
