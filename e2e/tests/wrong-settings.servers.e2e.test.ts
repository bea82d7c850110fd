import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { createServer, type Server } from 'node:tls';
import { promisify } from 'node:util';
import kafkajs from 'kafkajs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningServers } from '../../scripts/servers/server.ts';
import { startServers } from '../../scripts/servers/servers.ts';
import { eventually } from '../src/api.ts';
import { type ProcessName, type SecretFiles, secretFiles, serverSettings, startProcess } from '../src/processes.ts';
import { type Settings, type TemporaryDirectory, temporaryDirectory } from '../src/product.ts';

const NOWHERE = '127.0.0.1:1';

/** What each process stands on. */
const STANDS_ON = {
  identity: ['mongodb', 'kafka', 'redis', 's3', 'smtp'],
  pages: ['mongodb', 'kafka', 'redis', 's3'],
  support: ['mongodb', 'kafka', 'redis'],
  analytics: ['kafka', 'clickhouse', 'redis'],
  gateway: ['mongodb', 'kafka', 's3'],
} as const satisfies Record<ProcessName, readonly ServerKind[]>;
const PROCESSES = Object.keys(STANDS_ON) as ProcessName[];

type ServerKind = 'mongodb' | 'kafka' | 'clickhouse' | 'redis' | 's3' | 'smtp';

interface KindOfServer {
  /** What an operator calls it. */
  readonly name: string;
  readonly address: string;
  /** The address setting for a server there, with or without TLS. */
  readonly at: (host: string, tls: boolean) => string;
  /** A login that the servers of the tests do not know, and the setting that is to be named. */
  readonly login: Settings;
  readonly namedForLogin: RegExp;
}

const login = (server: string): Settings => ({
  [`VOLANT_${server}_USERNAME`]: 'nobody',
  [`VOLANT_${server}_PASSWORD`]: 'a wrong password',
});

const SERVERS: Record<ServerKind, KindOfServer> = {
  mongodb: {
    name: 'MongoDB',
    address: 'VOLANT_MONGODB_URL',
    at: (host) => `mongodb://${host}`,
    login: login('MONGODB'),
    // The stand-in knows no users at all.
    namedForLogin: /VOLANT_MONGODB_(USERNAME|PASSWORD|URL)/,
  },
  kafka: {
    name: 'Kafka',
    address: 'VOLANT_KAFKA_BROKERS',
    at: (host) => host,
    login: login('KAFKA'),
    // The broker of the tests wants no login.
    namedForLogin: /VOLANT_KAFKA_(USERNAME|PASSWORD)/,
  },
  clickhouse: {
    name: 'ClickHouse',
    address: 'VOLANT_CLICKHOUSE_URL',
    at: (host, tls) => `http${tls ? 's' : ''}://${host}`,
    login: login('CLICKHOUSE'),
    namedForLogin: /VOLANT_CLICKHOUSE_PASSWORD/,
  },
  redis: {
    name: 'Redis',
    address: 'VOLANT_REDIS_URL',
    at: (host, tls) => `redis${tls ? 's' : ''}://${host}`,
    login: login('REDIS'),
    namedForLogin: /VOLANT_REDIS_PASSWORD/,
  },
  s3: {
    name: 'S3',
    address: 'VOLANT_S3_URL',
    at: (host, tls) => `http${tls ? 's' : ''}://${host}`,
    login: { VOLANT_S3_SECRET_KEY: 'a wrong secret key' },
    namedForLogin: /VOLANT_S3_SECRET_KEY/,
  },
  smtp: {
    name: 'SMTP',
    address: 'VOLANT_SMTP_URL',
    at: (host, tls) => `smtp${tls ? 's' : ''}://${host}`,
    login: login('SMTP'),
    namedForLogin: /VOLANT_SMTP_PASSWORD/,
  },
};

let directory: TemporaryDirectory;
let servers: RunningServers;
let secrets: SecretFiles;
let right: Settings;
/** Speaks TLS, with a certificate that nobody has signed whom the processes know. */
let stranger: Server;
let strangersHost: string;
let otherAuthority: string;

beforeAll(async () => {
  directory = await temporaryDirectory();
  secrets = await secretFiles();
  servers = await startServers({ dataDirectory: directory.path });
  right = serverSettings(servers.addresses);
  const [own, other] = await Promise.all([makeCertificate('own'), makeCertificate('other')]);
  otherAuthority = other.certificate;
  const [cert, key] = await Promise.all([readFile(own.certificate), readFile(own.key)]);
  stranger = createServer({ cert, key }, (socket) => socket.on('error', () => {}));
  // Whoever does not trust the certificate hangs up.
  stranger.on('tlsClientError', () => {});
  stranger.listen(0, '127.0.0.1');
  await once(stranger, 'listening');
  strangersHost = `127.0.0.1:${(stranger.address() as AddressInfo).port}`;
});
afterAll(async () => {
  stranger?.close();
  await servers?.stop();
  await secrets.remove();
  await directory.remove();
});

async function makeCertificate(name: string): Promise<{ certificate: string; key: string }> {
  const [certificate, key] = [`${name}.pem`, `${name}.key`].map((file) => path.join(directory.path, file)) as [
    string,
    string,
  ];
  await promisify(execFile)('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'],
    ...['-subj', `/CN=${name}`, '-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost'],
    ...['-keyout', key, '-out', certificate],
  ]);
  return { certificate, key };
}

interface Said {
  /** Of the process if it has ended. */
  readonly code: number | null | undefined;
  /** What it has to say to its operator. */
  readonly complaints: readonly string[];
}

/** Starts a process and lets it go on until it has ended or waits for all of these servers. */
async function say(name: ProcessName, settings: Settings, waitsFor: readonly ServerKind[]): Promise<Said> {
  const nobody = `http://${NOWHERE}`;
  const services = { VOLANT_PAGES_URL: nobody, VOLANT_SUPPORT_URL: nobody, VOLANT_ANALYTICS_URL: nobody };
  const secret = name === 'identity' ? secrets.settings.identity : secrets.settings.others;
  const process = startProcess(name, {
    ...right,
    ...secret,
    ...services,
    VOLANT_IDENTITY_URL: nobody,
    VOLANT_ORIGIN: 'https://volant.example',
    VOLANT_SPOOL_DIR: path.join(directory.path, 'spool'),
    ...settings,
  });
  let ended = false;
  const end = process.ready.then(
    () => 'ready',
    () => {
      ended = true;
      return 'ended';
    },
  );
  const waiting = () =>
    waitsFor.length > 0 &&
    waitsFor.every((server) => process.lines.some((line) => line.includes(`waiting for ${SERVERS[server].name}:`)));
  const missing = waitsFor.map((server) => SERVERS[server].name).sort();
  await Promise.race([end, eventually(async () => ended || waiting(), Boolean, 60_000)]);
  if (!ended) {
    // It lives, is not ready, and says for whom it waits.
    const ready = await fetch(`${process.operations()}/ready`);
    expect(ready.status).toBe(503);
    const report = (await ready.json()) as { status: string; missing: string[] };
    expect({ ...report, missing: report.missing.filter((server) => missing.includes(server)).sort() }).toEqual({
      status: 'starting',
      missing,
    });
  }
  const code = ended ? await process.stop() : undefined;
  if (!ended) await process.kill();
  for (const line of process.lines) {
    expect(line).not.toMatch(/^\s+at /);
    expect(line).not.toMatch(/"stack"/);
    expect(line).not.toContain('a wrong ');
  }
  return { code, complaints: process.lines.filter((line) => !/"level":(30|"info")/.test(line)) };
}

const pairs = PROCESSES.flatMap((name) => STANDS_ON[name].map((server) => [name, server] as const));
/** One process for each kind of server. */
const oneOfEachKind = pairs.filter(([, server], index) => pairs.findIndex(([, other]) => other === server) === index);

describe('a process with a wrong setting', { timeout: 120_000 }, () => {
  test.concurrent.each(PROCESSES)('%s waits for servers where nobody listens, and names the settings', async (name) => {
    const wanted = STANDS_ON[name];
    const settings = Object.fromEntries(
      wanted.map((server) => [SERVERS[server].address, SERVERS[server].at(NOWHERE, false)]),
    );
    const { code, complaints } = await say(name, settings, wanted);
    expect(code).toBeUndefined();
    expect(complaints).toHaveLength(wanted.length);
    for (const server of wanted) {
      const own = complaints.find((line) => line.includes(`waiting for ${SERVERS[server].name}:`));
      expect(own).toContain(SERVERS[server].address);
    }
  });

  test.concurrent.each(pairs)('%s refused by %s names the setting', async (name, server) => {
    const { login: wrong, namedForLogin } = SERVERS[server];
    const { complaints } = await say(name, wrong, [server]);
    expect(complaints).toHaveLength(1);
    expect(complaints[0]).toMatch(namedForLogin);
  });

  test.concurrent.each(pairs)('%s that meets another certificate of %s names the setting', async (name, server) => {
    const { address, at } = SERVERS[server];
    const setting = address.replace(/_(URL|BROKERS)$/, '_TLS_CA_FILE');
    const settings = { [address]: at(strangersHost, true), [setting]: otherAuthority };
    const { code, complaints } = await say(name, settings, [server]);
    expect({ code, complaints }).toEqual({ code: 1, complaints: [expect.stringContaining(setting)] });
  });

  test.concurrent.each(oneOfEachKind)(
    '%s that speaks TLS to a %s that does not names a setting',
    async (name, server) => {
      const { address, at } = SERVERS[server];
      const host = hostOf(right[address] ?? '');
      const setting = address.replace(/_(URL|BROKERS)$/, '_TLS_CA_FILE');
      const settings = { [address]: at(host, true), [setting]: otherAuthority };
      const { complaints } = await say(name, settings, [server]);
      expect(complaints).toHaveLength(1);
      expect(complaints[0]).toMatch(new RegExp(address.replace(/_(URL|BROKERS)$/, '_(URL|BROKERS|TLS)')));
    },
  );

  test.concurrent.each(oneOfEachKind)(
    '%s whose %s is another kind of server names the setting',
    async (name, server) => {
      const { address, at } = SERVERS[server];
      const other = server === 's3' || server === 'clickhouse' ? 'VOLANT_REDIS_URL' : 'VOLANT_S3_URL';
      const { complaints } = await say(name, { [address]: at(hostOf(right[other] ?? ''), false) }, [server]);
      expect(complaints).toHaveLength(1);
      expect(complaints[0]).toContain(address);
    },
  );

  test('each process names a topic that somebody has made with another cleanup', async () => {
    const kafka = new kafkajs.Kafka({
      brokers: [...servers.addresses.kafka.brokers],
      logLevel: kafkajs.logLevel.NOTHING,
    });
    const admin = kafka.admin();
    await admin.connect();
    const topic = 'pages.activity.v1';
    const prefix = 'compacted.';
    const configEntries = [{ name: 'cleanup.policy', value: 'compact' }];
    await eventually(
      () =>
        admin.createTopics({ topics: [{ topic: prefix + topic, numPartitions: 1, configEntries }] }).catch(() => false),
      Boolean,
    );
    for (const name of PROCESSES) {
      const { code, complaints } = await say(name, { VOLANT_KAFKA_PREFIX: prefix }, []);
      expect({ name, code, complaints }).toEqual({
        name,
        code: 1,
        complaints: [`${prefix}${topic}: the topic exists with cleanup compact, wanted is delete.`],
      });
    }
    await admin.disconnect();
  });
});

function hostOf(address: string): string {
  return address.replace(/^\w+:\/\//, '').replace(/\/.*$/, '');
}
