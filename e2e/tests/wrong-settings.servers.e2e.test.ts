import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { createServer, type Server } from 'node:tls';
import { promisify } from 'node:util';
import kafkajs from 'kafkajs';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { eventually } from '../src/api.ts';
import { type ProcessName, type SecretFiles, secretFiles, serverSettings, startProcess } from '../src/processes.ts';
import { type Settings, type TemporaryDirectory, temporaryDirectory } from '../src/product.ts';

const NOWHERE = '127.0.0.1:1';

/** The servers that each process uses. */
const STANDS_ON = {
  identity: ['mongodb', 'kafka', 'redis', 's3', 'smtp'],
  pages: ['mongodb', 'kafka', 'redis', 's3'],
  support: ['mongodb', 'kafka', 'redis'],
  analytics: ['kafka', 'clickhouse', 'redis'],
  gateway: ['kafka', 's3'],
} as const satisfies Record<ProcessName, readonly ServerKind[]>;
const PROCESSES = Object.keys(STANDS_ON) as ProcessName[];

type ServerKind = 'mongodb' | 'kafka' | 'clickhouse' | 'redis' | 's3' | 'smtp';

interface KindOfServer {
  /** Name in messages to operators. */
  readonly name: string;
  readonly address: string;
  /** The address setting for a server at this host, with or without TLS. */
  readonly at: (host: string, tls: boolean) => string;
  /** A login unknown to the tests' servers; the pattern below is the setting that the message names. */
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
    // The stand-in has no users.
    namedForLogin: /VOLANT_MONGODB_(USERNAME|PASSWORD|URL)/,
  },
  kafka: {
    name: 'Kafka',
    address: 'VOLANT_KAFKA_BROKERS',
    at: (host) => host,
    login: login('KAFKA'),
    // The tests' broker requires no login.
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

const ACTIVITY = 'pages.activity.v1';
const NO_FILE = '/nowhere/a-secret';

/** Settings that every process refuses. */
const UNUSABLE: Settings = {
  VOLANT_INTERNAL_SECRET_FILE: NO_FILE,
  VOLANT_KAFKA_USERNAME: 'volant',
  VOLANT_KAFKA_PASSWORD_FILE: NO_FILE,
  VOLANT_KAFKA_TLS_CA: 'no certificate',
  VOLANT_KAFKA_PARTITIONS: '0',
  VOLANT_KAFKA_REPLICATION_FACTOR: 'three',
  VOLANT_KAFKA_SASL_MECHANISM: 'a wrong one',
};

const WRONG = Object.keys(UNUSABLE).filter((setting) => setting !== 'VOLANT_KAFKA_USERNAME');

let directory: TemporaryDirectory;
/** Prefix of topics, one of which has another cleanup policy. */
let compacted: string;
let secrets: SecretFiles;
let right: Settings;
/** A TLS server with a certificate that the processes do not trust. */
let stranger: Server;
let strangersHost: string;
let otherAuthority: string;

beforeAll(async () => {
  directory = await temporaryDirectory();
  secrets = await secretFiles();
  right = serverSettings(inject('servers'));
  const [own, other] = await Promise.all([makeCertificate('own'), makeCertificate('other')]);
  otherAuthority = other.certificate;
  const [cert, key] = await Promise.all([readFile(own.certificate), readFile(own.key)]);
  stranger = createServer({ cert, key }, (socket) => socket.on('error', () => {}));
  // A client that does not trust the certificate closes the connection.
  stranger.on('tlsClientError', () => {});
  stranger.listen(0, '127.0.0.1');
  await once(stranger, 'listening');
  compacted = await topicMadeOtherwise();
  strangersHost = `127.0.0.1:${(stranger.address() as AddressInfo).port}`;
});
afterAll(async () => {
  stranger?.close();
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

/** Creates the activity topic with cleanup policy compact. */
async function topicMadeOtherwise(): Promise<string> {
  const prefix = `compacted${randomUUID().slice(0, 8)}.`;
  const kafka = new kafkajs.Kafka({
    brokers: [...inject('servers').kafka.brokers],
    logLevel: kafkajs.logLevel.NOTHING,
  });
  const admin = kafka.admin();
  await admin.connect();
  const configEntries = [{ name: 'cleanup.policy', value: 'compact' }];
  const topics = [{ topic: prefix + ACTIVITY, numPartitions: 1, configEntries }];
  await eventually(() => admin.createTopics({ topics }).catch(() => false), Boolean);
  await admin.disconnect();
  return prefix;
}

interface Said {
  /** Exit code if the process has ended. */
  readonly code: number | null | undefined;
  /** Its log lines for the operator. */
  readonly complaints: readonly string[];
}

/** Runs a process until it has ended or waits for all of these servers. */
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
    VOLANT_SPOOL_DIR: path.join(directory.path, randomUUID()),
    VOLANT_COPY_DIR: path.join(directory.path, randomUUID()),
    ...settings,
  });
  let ended = false;
  process.ready.catch(() => {
    ended = true;
  });
  const waiting = () =>
    waitsFor.length > 0 &&
    waitsFor.every((server) => process.lines.some((line) => line.includes(`waiting for ${SERVERS[server].name}:`)));
  const missing = waitsFor.map((server) => SERVERS[server].name).sort();
  await eventually(async () => ended || waiting(), Boolean);
  if (!ended) {
    // It is alive, not ready, and reports the servers it waits for.
    const ready = await fetch(`${process.operations()}/ready`);
    expect(ready.status).toBe(503);
    const report = (await ready.json()) as { status: string; missing: string[] };
    expect({ ...report, missing: report.missing.filter((server) => missing.includes(server)).sort() }).toEqual({
      // It starts without any server but MongoDB, now or in a moment.
      status: expect.stringMatching(waitsFor.includes('mongodb') ? /^starting$/ : /^(starting|unready)$/),
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
  // Not what it logs of its work without the server.
  const complaints = process.lines.filter(
    // Readiness repeats later what the line about waiting says.
    (line) =>
      !line.startsWith('{') ||
      (line.includes('VOLANT_') && !/"level":(30|"info")|"msg":"\w+ does not answer"/.test(line)),
  );
  return { code, complaints };
}

const pairs = PROCESSES.flatMap((name) => STANDS_ON[name].map((server) => [name, server] as const));
/** One process for each kind of server. */
const oneOfEachKind = pairs.filter(([, server], index) => pairs.findIndex(([, other]) => other === server) === index);

describe('a process with a wrong setting', () => {
  test.concurrent.each(PROCESSES)('%s waits for servers that do not listen, and names the settings', async (name) => {
    const servers = STANDS_ON[name];
    const settings = Object.fromEntries(
      servers.map((server) => [SERVERS[server].address, SERVERS[server].at(NOWHERE, false)]),
    );
    const { code, complaints } = await say(name, settings, servers);
    expect(code).toBeUndefined();
    expect(complaints).toHaveLength(servers.length);
    for (const server of servers) {
      const own = complaints.find((line) => line.includes(`waiting for ${SERVERS[server].name}:`));
      expect(own).toContain(SERVERS[server].address);
    }
  });

  test.concurrent.each(pairs)('%s names the setting if %s refuses the login', async (name, server) => {
    const { login: wrong, namedForLogin } = SERVERS[server];
    const { complaints } = await say(name, wrong, [server]);
    expect(complaints).toHaveLength(1);
    expect(complaints[0]).toMatch(namedForLogin);
  });

  test.concurrent.each(pairs)('%s names the setting if the certificate of %s is not trusted', async (name, server) => {
    const { address, at } = SERVERS[server];
    const setting = address.replace(/_(URL|BROKERS)$/, '_TLS_CA_FILE');
    const settings = { [address]: at(strangersHost, true), [setting]: otherAuthority };
    const { code, complaints } = await say(name, settings, [server]);
    expect({ code, complaints }).toEqual({ code: 78, complaints: [expect.stringContaining(setting)] });
  });

  test.concurrent.each(oneOfEachKind)('%s names a setting if it uses TLS and %s does not', async (name, server) => {
    const { address, at } = SERVERS[server];
    const host = hostOf(right[address] ?? '');
    const setting = address.replace(/_(URL|BROKERS)$/, '_TLS_CA_FILE');
    const settings = { [address]: at(host, true), [setting]: otherAuthority };
    const { complaints } = await say(name, settings, [server]);
    expect(complaints).toHaveLength(1);
    expect(complaints[0]).toMatch(new RegExp(address.replace(/_(URL|BROKERS)$/, '_(URL|BROKERS|TLS)')));
  });

  test.concurrent.each(oneOfEachKind)(
    '%s names the setting if its %s is another kind of server',
    async (name, server) => {
      const { address, at } = SERVERS[server];
      const other = server === 's3' || server === 'clickhouse' ? 'VOLANT_REDIS_URL' : 'VOLANT_S3_URL';
      const { complaints } = await say(name, { [address]: at(hostOf(right[other] ?? ''), false) }, [server]);
      expect(complaints).toHaveLength(1);
      expect(complaints[0]).toContain(address);
    },
  );

  test.concurrent.each(PROCESSES)('%s names a topic that exists with another cleanup policy', async (name) => {
    const { code, complaints } = await say(name, { VOLANT_KAFKA_PREFIX: compacted }, []);
    const sentence = `${compacted}${ACTIVITY}: the topic exists with cleanup compact, not delete.`;
    expect({ code, complaints }).toEqual({ code: 78, complaints: [sentence] });
  });

  test.concurrent.each(PROCESSES)(
    '%s names the setting if it asks for more replicas than there are servers',
    async (name) => {
      const settings = { VOLANT_KAFKA_PREFIX: `copies.${name}.`, VOLANT_KAFKA_REPLICATION_FACTOR: '3' };
      const { code, complaints } = await say(name, settings, []);
      const sentence = expect.stringMatching(/^VOLANT_KAFKA_REPLICATION_FACTOR: .*fewer servers/);
      expect({ code, complaints }).toEqual({ code: 78, complaints: [sentence] });
    },
  );

  test.concurrent.each(PROCESSES)('%s names all unreadable files and all invalid values', async (name) => {
    const { code, complaints } = await say(name, UNUSABLE, []);
    const named = complaints.slice(1).map((line) => line.trim().replace(/:.*$/, ''));
    expect({ code, named }).toEqual({ code: 78, named: expect.arrayContaining(WRONG) });
    expect(named).toHaveLength(WRONG.length);
  });
});

function hostOf(address: string): string {
  return address.replace(/^\w+:\/\//, '').replace(/\/.*$/, '');
}
