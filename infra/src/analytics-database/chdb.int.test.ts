import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PATIENCE_MS } from '../../../scripts/patience.ts';
import type { AnalyticsDatabase } from './analytics-database.ts';
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

  it('frees the directory after a time without statements, and opens it again for the next', async () => {
    const idle = join(path, 'idle');
    const database = await openChdb({ path: idle, database: 'x', idleMs: 0 });
    await database.client.command({ query: 'CREATE TABLE t (a UInt8) ENGINE = MergeTree ORDER BY a' });
    const other = await vi.waitFor(() => openChdb({ path: idle, database: 'x' }), PATIENCE_MS);
    await other.close();
    await expect(countOf(database)).resolves.toBe('0');
    await database.close();
  });

  it('answers statements that come while an idle engine ends', async () => {
    const database = await openChdb({ path: join(path, 'ending'), database: 'x', idleMs: 0 });
    for (let statement = 0; statement < 4; statement += 1) {
      // The timer of the idle engine has run, and its process has not ended yet.
      await setTimeout(1);
      await database.client.command({ query: 'SELECT 1' });
    }
    await database.close();
  });

  it('goes on after a crash of the engine', async () => {
    const crashed = join(path, 'crashed');
    const database = await openChdb({ path: crashed, database: 'x' });
    await database.client.command({ query: 'CREATE TABLE t (a UInt8) ENGINE = MergeTree ORDER BY a' });
    await database.client.insert({ table: 't', values: [{ a: 1 }], format: 'JSONEachRow' });
    const running = database.client.command({ query: 'SELECT sleepEachRow(1) FROM numbers(3)' });
    running.catch(() => {});
    process.kill(await pidOf(crashed), 'SIGKILL');
    await expect(running).rejects.toThrow('The engine of the analytics database ended (SIGKILL).');
    await expect(countOf(database)).resolves.toBe('1');
    await database.close();
  });

  it('goes on when a terminal or a service manager signals all processes', async () => {
    const signalled = join(path, 'signalled');
    const database = await openChdb({ path: signalled, database: 'x' });
    const pid = await pidOf(signalled);
    for (const signal of ['SIGINT', 'SIGTERM']) process.kill(pid, signal);
    await database.client.command({ query: 'SELECT 1' });
    expect(await pidOf(signalled)).toBe(pid);
    await database.close();
  });

  it('leaves no engine behind a process that was killed', async () => {
    const left = join(path, 'left');
    const script = `import { openChdb } from ${JSON.stringify(new URL('./chdb.ts', import.meta.url).href)};
      await openChdb({ path: ${JSON.stringify(left)}, database: 'x' });
      process.kill(process.pid, 'SIGKILL');`;
    const killed = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', script]);
    expect(killed.signal).toBe('SIGKILL');
    const database = await openChdb({ path: left, database: 'x' });
    await database.close();
  });
});

/** Of the engine's process, which ClickHouse notes in its directory. */
async function pidOf(directory: string): Promise<number> {
  const [, pid] = /^PID: (\d+)$/m.exec(await readFile(join(directory, 'status'), 'utf8')) ?? [];
  return Number(pid);
}

async function countOf({ client }: AnalyticsDatabase): Promise<string | undefined> {
  const result = await client.query({ query: 'SELECT count() AS count FROM t', format: 'JSONEachRow' });
  const [row] = await result.json<{ count: string }>();
  return row?.count;
}
