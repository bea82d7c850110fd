import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createLogger } from '../process/observability/log.ts';
import { ServerUnreachable, SettingError } from '../process/settings/server-errors.ts';
import { makeCertificate } from '../testing/certificate.ts';
import { openingFailure, WRONG_PASSWORD } from '../testing/opening-failure.ts';
import { testServers } from '../testing/test-servers.ts';
import { openTlsRelay } from '../testing/tls-relay.ts';
import { openClickHouse } from './clickhouse.ts';
import { analyticsDatabaseContract } from './contract.ts';

const log = createLogger({ name: 'test', level: 'silent' });
const settingsOf = (database: string) => ({ ...testServers().clickhouse, database, log });

// On machines without ClickHouse, its engine behind our HTTP front answers: SQL and types are those of the real engine,
// statuses and headers those of the front.
analyticsDatabaseContract('ClickHouse over HTTP', async () => {
  const settings = settingsOf(`contract_${randomBytes(6).toString('hex')}`);
  let database = await openClickHouse(settings);
  return {
    database,
    async reopen() {
      await database.close();
      database = await openClickHouse(settings);
      return database;
    },
    async cleanUp() {
      await database.client.command({ query: `DROP DATABASE ${settings.database} SYNC` });
      await database.close();
    },
  };
});

describe('openClickHouse', () => {
  it('passes its check while the server answers', async () => {
    const database = await openClickHouse(settingsOf('default'));
    await expect(database.check()).resolves.toBeUndefined();
    await database.close();
  });

  it.each([
    [{ password: 'wrong' }, 'VOLANT_CLICKHOUSE_PASSWORD'],
    [{ username: 'nobody' }, 'VOLANT_CLICKHOUSE_PASSWORD'],
    [{ cluster: 'nowhere' }, 'VOLANT_CLICKHOUSE_CLUSTER'],
  ])('names the setting that is wrong: %j', async (wrong, setting) => {
    const failure = await openClickHouse({ ...settingsOf('default'), ...wrong }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(SettingError);
    expect(failure).toMatchObject({ setting, message: expect.not.stringMatching(/secret|wrong|\n/) });
  });

  // The front speaks no TLS, so a relay terminates it, as proxies do.
  it('connects over TLS to a server with a certificate of the configured authority, and otherwise names the setting', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'clickhouse-tls-'));
    const others = await mkdtemp(join(tmpdir(), 'clickhouse-tls-'));
    // Not valid for localhost, although the server is reachable under that name.
    const certificate = await makeCertificate(folder, ['IP:127.0.0.1']);
    const { ca: otherAuthority } = await makeCertificate(others);
    const { hostname: host, port } = new URL(testServers().clickhouse.url);
    const relay = await openTlsRelay({ host, port: Number(port) }, certificate);
    try {
      const settings = { ...settingsOf('default'), url: `https://127.0.0.1:${relay.port}`, ca: certificate.ca };
      const database = await openClickHouse(settings);
      await database.check();
      await database.close();
      const failure = (wrong: object) => openingFailure(openClickHouse({ ...settings, ...wrong }));
      const naming = (setting: string) => ({ name: 'SettingError', setting });
      expect(await failure({ password: WRONG_PASSWORD })).toMatchObject(naming('VOLANT_CLICKHOUSE_PASSWORD'));
      expect(await failure({ ca: otherAuthority })).toMatchObject(naming('VOLANT_CLICKHOUSE_TLS_CA_FILE'));
      const elsewhere = `https://localhost:${relay.port}`;
      expect(await failure({ url: elsewhere })).toMatchObject(naming('VOLANT_CLICKHOUSE_URL'));
      const waited = { name: 'ServerUnreachable', message: expect.stringContaining('VOLANT_CLICKHOUSE_URL') };
      expect(await failure({ url: `http://127.0.0.1:${relay.port}` })).toMatchObject(waited);
    } finally {
      await relay.close();
      await rm(folder, { recursive: true });
      await rm(others, { recursive: true });
    }
  });

  it('names the address if TLS is configured and the server speaks none', async () => {
    const url = testServers().clickhouse.url.replace('http:', 'https:');
    const failure = await openClickHouse({ ...settingsOf('default'), url }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ setting: 'VOLANT_CLICKHOUSE_URL' });
  });

  it('distinguishes a server that does not answer from a wrong setting', async () => {
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const startedAt = performance.now();
    await expect(openClickHouse({ ...settingsOf('default'), url: `http://127.0.0.1:${port}` })).rejects.toThrow(
      ServerUnreachable,
    );
    expect(performance.now() - startedAt).toBeLessThan(20_000);
    silent.closeAllConnections();
    await new Promise((resolve) => silent.close(resolve));
    await expect(openClickHouse({ ...settingsOf('default'), url: `http://127.0.0.1:${port}` })).rejects.toThrow(
      `http://127.0.0.1:${port} does not answer (VOLANT_CLICKHOUSE_URL): ECONNREFUSED`,
    );
  });
});
