import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openChdb } from './chdb.ts';
import { analyticsDatabaseContract } from './contract.ts';

analyticsDatabaseContract('chdb', async () => {
  const path = await mkdtemp(join(tmpdir(), 'chdb-'));
  const settings = { path, database: 'contract' };
  let database = await openChdb(settings);
  return {
    database,
    async reopen() {
      await database.close();
      database = await openChdb(settings);
      return database;
    },
    async cleanUp() {
      await database.close();
      await rm(path, { recursive: true });
    },
  };
});

describe('openChdb', () => {
  let path: string;
  beforeAll(async () => {
    path = await mkdtemp(join(tmpdir(), 'chdb-'));
  });
  afterAll(async () => {
    await rm(path, { recursive: true });
  });

  it('rejects with a sentence if its directory cannot be used', async () => {
    const file = join(path, 'file');
    await writeFile(file, '');
    await expect(openChdb({ path: file, database: 'x' })).rejects.toThrow(`${file}, cannot be used`);
  });

  it('rejects with a sentence if another process has the directory open', async () => {
    const held = join(path, 'held');
    const database = await openChdb({ path: held, database: 'x' });
    const script = `import { openChdb } from ${JSON.stringify(new URL('./chdb.ts', import.meta.url).href)};
      try { await openChdb({ path: ${JSON.stringify(held)}, database: 'x' }); } catch (error) { process.stdout.write(error.message); }`;
    const other = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', script], {
      encoding: 'utf8',
    });
    expect(other.stdout).toContain(`${held} cannot be opened. Is another process using it?`);
    await database.close();
  });

  it('inserts the given rows, and nothing that is piped to the process', () => {
    const script = `import { openChdb } from ${JSON.stringify(new URL('./chdb.ts', import.meta.url).href)};
      const { client, close } = await openChdb({ path: ${JSON.stringify(join(path, 'piped'))}, database: 'x' });
      await client.command({ query: 'CREATE TABLE t (a UInt8) ENGINE = MergeTree ORDER BY a' });
      await client.insert({ table: 't', values: [{ a: 1 }], format: 'JSONEachRow' });
      const rows = await client.query({ query: 'SELECT a FROM t', format: 'JSONEachRow' });
      process.stdout.write(JSON.stringify(await rows.json()));
      await close();`;
    const { stdout } = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', script], {
      encoding: 'utf8',
      input: '{"a":2}\n',
    });
    expect(stdout).toBe('[{"a":1}]');
  });

  // Measured: with room for 4 of 27 parts, a mutation that matches no rows took four seconds.
  it('queues a mutation’s tasks for the parts of all months that are kept', async () => {
    const database = await openChdb({ path: join(path, 'pool'), database: 'x' });
    const result = await database.client.query({
      query: `SELECT name, value FROM system.server_settings WHERE name LIKE 'background%'`,
      format: 'JSONEachRow',
    });
    const rows = await result.json<{ name: string; value: string }>();
    const settings = new Map(rows.map(({ name, value }) => [name, value]));
    const [threads, ratio] = ['background_pool_size', 'background_merges_mutations_concurrency_ratio'].map((name) =>
      Number(settings.get(name)),
    );
    expect((threads ?? 0) * (ratio ?? 0)).toBeGreaterThanOrEqual(60);
    expect(settings.get('background_merges_mutations_scheduling_policy')).toBe('shortest_task_first');
    await database.close();
  });

  it('leaves the event loop free during a statement', async () => {
    const database = await openChdb({ path: join(path, 'loop'), database: 'x' });
    let isDone = false;
    const query = 'SELECT max(sipHash64(number)) FROM numbers(50000000)';
    const work = database.client.command({ query }).then(() => {
      isDone = true;
    });
    let turns = 0;
    while (!isDone) {
      await setImmediate();
      turns += 1;
    }
    await work;
    // If the engine blocked the loop, there would be one or two turns.
    expect(turns).toBeGreaterThan(100);
    await database.close();
  });
});
