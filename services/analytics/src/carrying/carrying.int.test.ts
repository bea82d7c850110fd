import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AnalyticsDatabase } from '@volant/infra/analytics-database/analytics-database';
import { openChdb } from '@volant/infra/analytics-database/chdb';
import { createMemoryCache } from '@volant/infra/cache/memory-cache';
import { createLogger } from '@volant/infra/process/observability/log';
import { SettingError } from '@volant/infra/process/settings/server-errors';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrateAnalytics, migrationsDone, migrationsOf } from '../migrations.ts';
import { erasePages } from '../rollups/erased-pages.ts';
import { foldDays } from '../rollups/fold-days.ts';
import { forgetFormerNames } from '../rollups/former-names.ts';
import { totalMonths } from '../rollups/page-totals.ts';
import { select } from '../rollups/select.ts';
import { CARRIED_TABLES, type CarriedTable, countRows, tablesWithRows } from './carried-tables.ts';
import { readRows } from './read-rows.ts';
import { restoreRows } from './restore-rows.ts';
import { beginImport, finishImport, refuseUnfinishedImport, unfinishedImport } from './unfinished-import.ts';

const log = createLogger({ name: 'test', level: 'silent' });
const ROWS = 5_000;

let directory: string;
let database: AnalyticsDatabase;

async function insertActivities(where: string): Promise<void> {
  await database.client.command({
    query: `INSERT INTO volant.activities_by_day
      SELECT reinterpretAsUUID(sipHash128(number % 7)), today() - number % 40, reinterpretAsUUID(sipHash128(number, 'e')),
        number % 3, ['VIEW', 'CLICK_CALL', 'CLICK_CUSTOM_FIELD'][number % 3 + 1],
        if(number % 3 = 2, 'Tarif « nuit »\\n"\\\\\\t' || toString(number % 5), ''), number % 2,
        fromUnixTimestamp64Milli(toInt64(1793000000123) + number * 7, 'UTC'), ['', 'FR', 'BE'][number % 3 + 1], 'qr',
        if(number % 4 = 0, 'example.com', ''), sipHash64(number), 9007199254740991 - number,
        if(number % 5 = 0, 'headrest', '')
      FROM numbers(${ROWS}) WHERE ${where}`,
  });
}

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'volant-carrying-'));
  database = await openChdb({ path: path.join(directory, 'data'), database: 'volant' });
  expect(await tablesWithRows(database)).toEqual([]);
  await migrateAnalytics(database, { cache: createMemoryCache(), log });
  // Inserts every row twice, and some keys again with a different precedence.
  await insertActivities('1');
  await insertActivities('number < 1000');
  await erasePages(database, [newId()]);
  await forgetFormerNames(database, [{ pageUid: newId(), tenure: 1 }]);
  const [closed] = await select<{ day: string }>(database, 'SELECT toString(today() - 8) AS day');
  await foldDays(database, closed?.day ?? '');
  await totalMonths(database);
});

afterAll(async () => {
  await database.close();
  await rm(directory, { recursive: true, force: true });
});

const tableOf = (name: string): CarriedTable => {
  const found = CARRIED_TABLES.find((table) => table.name === name);
  if (found === undefined) throw new Error(`no table ${name}`);
  return found;
};

async function linesOf(table: CarriedTable, pageRows?: number): Promise<readonly string[]> {
  const lines: string[] = [];
  for await (const { text, rows } of readRows(database, table, pageRows)) {
    const page = text.trimEnd().split('\n');
    expect(page).toHaveLength(rows);
    lines.push(...page);
  }
  return lines;
}

async function* inPortions(lines: readonly string[], size: number) {
  for (let start = 0; start < lines.length; start += size) yield lines.slice(start, start + size);
}

async function* startingWith(...portions: readonly (readonly string[])[]) {
  yield* portions;
}

async function hashOf({ name, isSet }: CarriedTable): Promise<string> {
  const query = `SELECT toString(sum(cityHash64(*))) AS hash FROM volant.${name}${isSet ? ' FINAL' : ''}`;
  return (await select<{ hash: string }>(database, query))[0]?.hash ?? '';
}

it('knows every table except the list of migrations', async () => {
  const rows = await select<{ name: string }>(database, "SELECT name FROM system.tables WHERE database = 'volant'");
  const carried = CARRIED_TABLES.map(({ name }) => name);
  expect(rows.map(({ name }) => name).sort()).toEqual([...carried, 'migrations'].sort());
  expect([...(await tablesWithRows(database))].sort()).toEqual([...carried].sort());
  const { all, pending } = await migrationsOf(database);
  expect(all).toEqual((await readdir(new URL('../../clickhouse/', import.meta.url))).sort());
  expect(pending).toEqual([]);
});

describe.each(CARRIED_TABLES.map(({ name }) => name))('%s', (name) => {
  const table = tableOf(name);

  it('returns each row once, for any page size', async () => {
    const lines = await linesOf(table);
    expect(lines.length).toBe(await countRows(database, table));
    expect(new Set(lines).size).toBe(lines.length);
    for (const pageRows of [1, 7, 500]) {
      if (lines.length / pageRows < 100) expect(await linesOf(table, pageRows)).toEqual(lines);
    }
  });

  it('restores its rows unchanged, also a second time', async () => {
    const lines = await linesOf(table);
    const before = await hashOf(table);
    for (let time = 0; time < 2; time += 1) {
      expect(await restoreRows(database, table, inPortions(lines, 700))).toBe(0);
      expect(await hashOf(table)).toBe(before);
      expect(await linesOf(table)).toEqual(lines);
    }
  });
});

it('leaves out rows past their retention', async () => {
  const table = tableOf('activities_by_day');
  const lines = await linesOf(table);
  const aged = (index: number, day: string) => JSON.stringify({ ...(JSON.parse(lines[index] ?? '') as object), day });
  const old = [aged(0, '2020-01-01'), aged(1, '2020-01-01'), aged(2, '2021-05-31')];
  expect(await restoreRows(database, table, startingWith(old.slice(0, 2), [...old.slice(2), ...lines]))).toBe(3);
  expect(await linesOf(table)).toEqual(lines);
  expect(await restoreRows(database, table, inPortions(old, 2))).toBe(3);
  expect(await countRows(database, table)).toBe(0);
});

it('refuses other uses while an import is unfinished', async () => {
  await refuseUnfinishedImport(database);
  expect(await unfinishedImport(database)).toBeUndefined();
  await beginImport(database, 123_456_789_012);
  await beginImport(database, 123_456_789_012);
  expect(await unfinishedImport(database)).toBe(123_456_789_012);
  const waiting = migrationsDone(database, log, new AbortController().signal);
  await expect(waiting).rejects.toThrow(SettingError);
  await finishImport(database);
  await finishImport(database);
  await migrationsDone(database, log, new AbortController().signal);
});
