import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AnalyticsDatabase } from './analytics-database.ts';
import { migrate } from './migrate.ts';

export interface OpenedAnalyticsDatabase {
  readonly database: AnalyticsDatabase;
  /** Closes and reopens the database, like a restart of the process. */
  reopen(): Promise<AnalyticsDatabase>;
  cleanUp(): Promise<void>;
}

/** Contract of every analytics database; each adapter's test file calls it once. */
export function analyticsDatabaseContract(name: string, open: () => Promise<OpenedAnalyticsDatabase>): void {
  describe(`analytics database: ${name}`, () => {
    let opened: OpenedAnalyticsDatabase;
    let database: AnalyticsDatabase;
    let tables = 0;

    beforeAll(async () => {
      opened = await open();
      database = opened.database;
    });
    afterAll(async () => {
      await opened.cleanUp();
    });

    async function rows<T>(query: string, query_params?: Record<string, unknown>): Promise<T[]> {
      const result = await database.client.query({
        query,
        format: 'JSONEachRow',
        ...(query_params === undefined ? {} : { query_params }),
      });
      return result.json<T>();
    }
    const run = (query: string) => database.client.command({ query });
    const newTable = () => {
      tables += 1;
      return `${database.database}.contract_${tables}`;
    };

    it('binds parameters as values, whatever they contain', async () => {
      const hostile = `'; DROP TABLE x; -- \\ " {p:String} \n\t\0 é ’ 🚕`;
      const [row] = await rows<{ p: string; n: string; list: string[]; day: string }>(
        'SELECT {p:String} AS p, {n:UInt64} AS n, {list:Array(String)} AS list, {day:Date} AS day',
        { p: hostile, n: '18446744073709551615', list: ['a', "b'c"], day: '2026-01-02' },
      );
      expect(row).toEqual({ p: hostile, n: '18446744073709551615', list: ['a', "b'c"], day: '2026-01-02' });
    });

    it('binds any text, alone and in lists', async () => {
      const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom(...`'"\\\n\0{p:}()`) }));
      await fc.assert(
        fc.asyncProperty(text, fc.array(text, { minLength: 1, maxLength: 4 }), async (p, list) => {
          expect(await rows('SELECT {p:String} AS p, {list:Array(String)} AS list', { p, list })).toEqual([
            { p, list },
          ]);
        }),
      );
    });

    it('binds a list of thousands', async () => {
      const list = Array.from({ length: 5_000 }, () => randomUUID());
      const [row] = await rows<{ n: string }>('SELECT uniqExact(arrayJoin({list:Array(UUID)})) AS n', { list });
      expect(row?.n).toBe('5000');
    });

    it('binds each concurrent query to its own parameters', async () => {
      const all = await Promise.all(
        Array.from({ length: 40 }, (_, n) => rows<{ n: number }>('SELECT {n:UInt32} AS n', { n })),
      );
      expect(all.map(([row]) => row?.n)).toEqual(Array.from({ length: 40 }, (_, n) => n));
    });

    it('returns 64-bit integers exactly, as strings', async () => {
      const [row] = await rows<{ big: string; count: string; small: number }>(
        'SELECT toInt64(-9223372036854775808) AS big, count() AS count, toUInt32(7) AS small',
      );
      expect(row).toEqual({ big: '-9223372036854775808', count: '1', small: 7 });
    });

    it('inserts every character unchanged', async () => {
      const table = newTable();
      await run(
        `CREATE TABLE ${table} (id UInt64, text String, at DateTime64(3, 'UTC')) ENGINE = MergeTree ORDER BY id`,
      );
      const text = `line\nbreak "quotes" 'single' \\ tab\t é ’ 🚕`;
      await database.client.insert({
        table,
        format: 'JSONEachRow',
        values: [{ id: '18446744073709551615', text, at: '2026-03-04 05:06:07.089' }],
      });
      expect(await rows(`SELECT * FROM ${table}`)).toEqual([
        { id: '18446744073709551615', text, at: '2026-03-04 05:06:07.089' },
      ]);
    });

    it('shows an insert to the next query, and accepts the same block twice', async () => {
      const table = newTable();
      await run(`CREATE TABLE ${table} (id UInt32) ENGINE = MergeTree ORDER BY id`);
      for (let time = 1; time <= 2; time += 1) {
        await database.client.insert({ table, format: 'JSONEachRow', values: [{ id: 1 }, { id: 2 }] });
        expect(await rows(`SELECT count() AS n FROM ${table}`)).toEqual([{ n: String(time * 2) }]);
      }
    });

    it('keeps one row per key of a ReplacingMergeTree under FINAL', async () => {
      const table = newTable();
      await run(
        `CREATE TABLE ${table} (page String, day Date, id String, v UInt32) ENGINE = ReplacingMergeTree(v) ORDER BY (page, day, id)`,
      );
      for (const v of [1, 2]) {
        const values = ['a', 'b', 'c'].map((id) => ({ page: 'p', day: '2026-01-02', id, v }));
        await database.client.insert({ table, format: 'JSONEachRow', values });
      }
      expect(await rows(`SELECT id, v FROM ${table} FINAL ORDER BY id`)).toEqual([
        { id: 'a', v: 2 },
        { id: 'b', v: 2 },
        { id: 'c', v: 2 },
      ]);
    });

    it('counts distinct ids exactly through a materialized view, despite replays and duplicates', async () => {
      const base = newTable();
      const rollup = newTable();
      await run(
        `CREATE TABLE ${base} (page String, day Date, id String) ENGINE = ReplacingMergeTree ORDER BY (page, day, id)`,
      );
      await run(
        `CREATE TABLE ${rollup} (page String, day Date, ids AggregateFunction(uniqExact, UInt64)) ENGINE = AggregatingMergeTree ORDER BY (page, day)`,
      );
      await run(
        `CREATE MATERIALIZED VIEW ${rollup}_view TO ${rollup} AS SELECT page, day, uniqExactState(sipHash64(id)) AS ids FROM ${base} GROUP BY page, day`,
      );
      const values = Array.from({ length: 3_000 }, (_, n) => ({ page: `p${n % 3}`, day: '2026-01-02', id: `id-${n}` }));
      await database.client.insert({ table: base, format: 'JSONEachRow', values });
      await database.client.insert({ table: base, format: 'JSONEachRow', values: values.slice(500, 2_500) });
      await database.client.insert({ table: base, format: 'JSONEachRow', values: [...values, ...values] });
      expect(await rows(`SELECT page, uniqExactMerge(ids) AS n FROM ${rollup} GROUP BY page ORDER BY page`)).toEqual([
        { page: 'p0', n: '1000' },
        { page: 'p1', n: '1000' },
        { page: 'p2', n: '1000' },
      ]);
    });

    it('drops rows past their TTL', async () => {
      const table = newTable();
      await run(
        `CREATE TABLE ${table} (day Date, id UInt32) ENGINE = MergeTree PARTITION BY toYYYYMM(day) ORDER BY id TTL day + INTERVAL 25 MONTH`,
      );
      const today = new Date().toISOString().slice(0, 10);
      await database.client.insert({
        table,
        format: 'JSONEachRow',
        values: [
          { day: '2020-01-01', id: 1 },
          { day: today, id: 2 },
        ],
      });
      await run(`OPTIMIZE TABLE ${table} FINAL`);
      await vi.waitFor(async () => expect(await rows(`SELECT id FROM ${table}`)).toEqual([{ id: 2 }]), {
        interval: 50,
      });
    });

    it('reports the error of a statement or an insert', async () => {
      const table = newTable();
      await run(`CREATE TABLE ${table} (id UInt32) ENGINE = MergeTree ORDER BY id`);
      await expect(rows('SELECT nonsense FROM nowhere')).rejects.toMatchObject({ code: '60', type: 'UNKNOWN_TABLE' });
      const values = [{ id: 'not a number' }];
      await expect(database.client.insert({ table, format: 'JSONEachRow', values })).rejects.toThrow(/id|number/);
      expect(await rows(`SELECT count() AS n FROM ${table}`)).toEqual([{ n: '0' }]);
    });

    it('applies settings only to the statement they are sent with', async () => {
      const table = newTable();
      await run(`CREATE TABLE ${table} (step UInt32, size UInt64, threads UInt64) ENGINE = MergeTree ORDER BY step`);
      const note = (step: number, own?: Record<string, string>) =>
        database.client.command({
          query: `INSERT INTO ${table} SELECT ${step}, getSetting('max_block_size'), getSetting('max_threads')`,
          ...(own === undefined ? {} : { clickhouse_settings: own }),
        });
      await note(1);
      await note(2, { max_block_size: '1234', max_threads: '1' });
      await note(3);
      const failing = { query: 'SELECT throwIf(1)', clickhouse_settings: { max_block_size: '4321' } };
      await expect(database.client.command(failing)).rejects.toThrow();
      await note(4);
      const noted = await rows<{ size: string; threads: string }>(`SELECT size, threads FROM ${table} ORDER BY step`);
      expect(noted[1]).toEqual({ size: '1234', threads: '1' });
      expect(noted[0]?.size).not.toBe('1234');
      expect([noted[2], noted[3]]).toEqual([noted[0], noted[0]]);
    });

    it('answers a read during a write', async () => {
      const table = newTable();
      await run(`CREATE TABLE ${table} (id UInt32) ENGINE = MergeTree ORDER BY id`);
      const ended: string[] = [];
      const written = run(`INSERT INTO ${table} SELECT sleepEachRow(1) FROM numbers(3)`).then(() =>
        ended.push('write'),
      );
      await rows('SELECT {n:UInt32} AS n', { n: 1 });
      ended.push('read');
      await written;
      expect(ended).toEqual(['read', 'write']);
    });

    it('binds each query to its own parameters during writes', async () => {
      const table = newTable();
      await run(`CREATE TABLE ${table} (id UInt32) ENGINE = MergeTree ORDER BY id`);
      const numbers = Array.from({ length: 60 }, (_, n) => n);
      const insert = (id: number) =>
        id % 2 === 0
          ? database.client.insert({ table, format: 'JSONEachRow', values: [{ id }] })
          : database.client.command({ query: `INSERT INTO ${table} SELECT {id:UInt32}`, query_params: { id } });
      const [read] = await Promise.all([
        Promise.all(numbers.map((n) => rows<{ n: number }>('SELECT {n:UInt32} AS n', { n }))),
        Promise.all(numbers.map(insert)),
      ]);
      expect(read.map(([row]) => row?.n)).toEqual(numbers);
      expect(await rows(`SELECT id FROM ${table} ORDER BY id`)).toEqual(numbers.map((id) => ({ id })));
    });

    it('keeps all rows over a restart', async () => {
      const table = newTable();
      await run(`CREATE TABLE ${table} (id UInt32) ENGINE = MergeTree ORDER BY id`);
      await database.client.insert({ table, format: 'JSONEachRow', values: [{ id: 42 }] });
      database = await opened.reopen();
      expect(await rows(`SELECT id FROM ${table}`)).toEqual([{ id: 42 }]);
      expect(await rows('SELECT toUInt64(1) AS n')).toEqual([{ n: '1' }]);
    });

    describe('migrations', () => {
      let directory: string;
      beforeAll(async () => {
        directory = await mkdtemp(join(tmpdir(), 'migrations-'));
      });
      afterAll(async () => {
        await rm(directory, { recursive: true });
      });
      const put = (file: string, text: string) => writeFile(join(directory, file), text);
      const url = () => pathToFileURL(directory);

      it('run each file once, in order, statement by statement', async () => {
        await put(
          '0002_fill.sql',
          "-- Two rows; one statement.\nINSERT INTO {database}.migrated (x) VALUES ('a;b'),\n  ('c');\n\n-- The end;\n",
        );
        await put(
          '0001_tables.sql',
          'CREATE TABLE IF NOT EXISTS {database}.migrated (x String) ENGINE = MergeTree ORDER BY x;\nALTER TABLE {database}.migrated ADD COLUMN IF NOT EXISTS n UInt8;\n',
        );
        expect(await migrate(database, url())).toEqual(['0001_tables.sql', '0002_fill.sql']);
        expect(await migrate(database, url())).toEqual([]);
        await put('0003_more.sql', "INSERT INTO {database}.migrated (x) VALUES ('d')");
        expect(await migrate(database, url())).toEqual(['0003_more.sql']);
        expect(await rows(`SELECT x, n FROM ${database.database}.migrated ORDER BY x`)).toEqual([
          { x: 'a;b', n: 0 },
          { x: 'c', n: 0 },
          { x: 'd', n: 0 },
        ]);
      });

      it('name the file that fails, and run it again next time', async () => {
        await put('0004_broken.sql', 'CREATE TABLEAU x;');
        await expect(migrate(database, url())).rejects.toThrow(/0004_broken\.sql/);
        await put('0004_broken.sql', 'SELECT 1;');
        expect(await migrate(database, url())).toEqual(['0004_broken.sql']);
      });

      it('refuse a file that changed after it was run', async () => {
        await put('0004_broken.sql', 'SELECT 2;');
        await expect(migrate(database, url())).rejects.toThrow(/0004_broken\.sql has changed/);
        await put('0004_broken.sql', 'SELECT 1;');
      });

      it('refuse names and numbers that leave the order ambiguous', async () => {
        await put('0004_again.sql', 'SELECT 1;');
        await expect(migrate(database, url())).rejects.toThrow('0004');
        await rm(join(directory, '0004_again.sql'));
        await put('later.sql', 'SELECT 1;');
        await expect(migrate(database, url())).rejects.toThrow('later.sql');
      });
    });
  });
}
