import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { type MongoConnection, openMongo } from '../mongo/connection.ts';
import { createLogger } from '../process/observability/log.ts';
import { testServers } from '../testing/test-servers.ts';
import { leasesContract } from './contract.ts';
import type { Leases } from './lease.ts';
import { createMongoLeases } from './mongo-leases.ts';

const log = createLogger({ name: 'test', level: 'silent' });
const QUICK = { lastsMs: 3_000, marginMs: 1_000, renewEveryMs: 300 };

interface Process {
  readonly connection: MongoConnection;
  readonly leases: Leases;
}

async function openTwo(): Promise<{ readonly processes: readonly [Process, Process]; close(): Promise<void> }> {
  const options = { url: testServers().mongodb.url, database: `test-${randomUUID()}`, log };
  const start = async (): Promise<Process> => {
    const connection = await openMongo(options);
    return { connection, leases: createMongoLeases({ connection, log, times: QUICK }) };
  };
  const processes = [await start(), await start()] as const;
  return {
    processes: [...processes],
    async close() {
      for (const { leases } of processes) await leases.close();
      await processes[1].connection.mongoose.dropDatabase();
      for (const { connection } of processes) await connection.close();
    },
  };
}

leasesContract('mongodb', async () => {
  const { processes, close } = await openTwo();
  return { leases: processes[0].leases, others: processes[1].leases, cleanUp: close };
});

describe('leases in MongoDB', () => {
  let cleanUp: (() => Promise<void>) | undefined;
  afterEach(async () => {
    await cleanUp?.();
    cleanUp = undefined;
  });

  it('last as long as they are renewed', async () => {
    const { processes, close } = await openTwo();
    cleanUp = close;
    const [first, second] = processes;
    const lease = await first.leases.acquire('relay');
    const end = performance.now() + 2 * QUICK.lastsMs;
    while (performance.now() < end) {
      expect(await second.leases.acquire('relay')).toBeUndefined();
      expect(lease?.held()).toBe(true);
    }
  });

  it('are lost before another process can acquire them if they cannot be renewed', async () => {
    const { processes, close } = await openTwo();
    cleanUp = close;
    const [first, second] = processes;
    const lease = await first.leases.acquire('relay');
    // The holder can no longer reach the server.
    await first.connection.close();
    await expect.poll(() => second.leases.acquire('relay'), { interval: 20 }).toBeDefined();
    expect(lease?.held()).toBe(false);
  });

  it('are renewed in one write', async () => {
    const url = new URL(testServers().mongodb.url);
    url.pathname = '/';
    url.searchParams.set('monitorCommands', 'true');
    const connection = await openMongo({ url: url.href, database: `test-${randomUUID()}`, log });
    const leases = createMongoLeases({ connection, log, times: QUICK });
    cleanUp = async () => {
      await leases.close();
      await connection.mongoose.dropDatabase();
      await connection.close();
    };
    const renewals = async () => {
      const found = await connection.mongoose.collection('leases').find().toArray();
      return found.map((lease) => lease.renewals as number);
    };
    let updates = 0;
    connection.mongoose.getClient().on('commandStarted', ({ commandName }) => {
      if (commandName === 'update') updates += 1;
    });
    const names = ['relay', 'mails', 'users', 'sessions', 'follow-up'];
    const held = await Promise.all(names.map((name) => leases.acquire(name)));
    await expect.poll(async () => Math.min(...(await renewals()))).toBeGreaterThan(2);
    // A renewal under way is counted before its effect is visible.
    const before = updates;
    expect(before).toBeLessThanOrEqual(Math.max(...(await renewals())) + 1);
    expect(held.every((lease) => lease?.held())).toBe(true);
  });
});
