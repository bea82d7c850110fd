import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import kafkajs from 'kafkajs';
import mongoose from 'mongoose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hastenedRules } from '../../scripts/k8s/hastened-rules.ts';
import { PATIENCE_MS } from '../../scripts/patience.ts';
import type { RunningServers } from '../../scripts/servers/server.ts';
import { startServers } from '../../scripts/servers/servers.ts';
import { call, createPage, eventually, type Person, readReport, signUp, someAddress } from '../src/api.ts';
import { askClickHouse } from '../src/ask-clickhouse.ts';
import { type Processes, type RunningProcess, serverSettings, startProcesses } from '../src/processes.ts';
import { type Settings, type TemporaryDirectory, temporaryDirectory } from '../src/product.ts';
import { type Firing, PROMETHEUS, type Prometheus, startPrometheus } from '../src/prometheus.ts';

/** Alerts that only promtool tries. */
const ELSEWHERE: readonly string[] = [
  // Their metrics come from Kubernetes, from a mailbox, or from outside.
  ...['VolumeFillsUp', 'CertificateExpires', 'BackupIsOld', 'BackupIsMissing', 'ProcessesRestart'],
  ...['MailboxIsNotRead', 'ProductIsUnreachable'],
  // Of a product on one machine.
  ...['OffsiteBackupIsLate', 'OffsiteDrillFails'],
  // A gateway that is busy for seconds does not answer Prometheus, which waits for one second here.
  'PublicPagesAreVerySlow',
  // They compare days, count by network, or miss a series.
  ...['NoVisitsArrive', 'DaysAreNotFolded', 'ScansAreLimited', 'LagIsUnknown'],
];
const hastened = hastenedRules();
const RULES = {
  groups: hastened.groups.map(({ name, rules }) => ({
    name,
    rules: rules.filter(({ alert = '' }) => !ELSEWHERE.includes(alert)),
  })),
};

const DEAD_LETTERS = fileURLToPath(new URL('../../standalone/dist/dead-letters.js', import.meta.url));
const DAMAGE_COPY = fileURLToPath(new URL('../../gateway/src/testing/damage-copy.ts', import.meta.url));
const EVENTS_A_REQUEST = 50;
const READERS = 30;
/** The longest window in which one error counts is six hours, here six minutes. */
const FORGOTTEN_MS = PATIENCE_MS + 360_000;

let directory: TemporaryDirectory;
let servers: RunningServers;
let settings: Settings;
let product: Processes;
let prometheus: Prometheus;
let driver: Person;
let page: string;

beforeAll(async () => {
  if (PROMETHEUS === undefined) throw new Error('Prometheus is not installed (Debian: apt-get install prometheus).');
  directory = await temporaryDirectory();
  servers = await startServers({ dataDirectory: directory.path });
  settings = { ...serverSettings(servers.addresses), VOLANT_SPOOL_MEGABYTES: '1' };
  product = await startProcesses(servers.addresses, settings);
  prometheus = await startPrometheus(PROMETHEUS, directory.path, Object.values(product.running), RULES);
  // Retried: on a busy machine a first call may take longer than a process waits for another.
  driver = await eventually(
    () => signUp(product.origin),
    () => true,
  );
  page = await eventually(
    () => createPage(product.origin, driver.token),
    () => true,
  );
  await eventually(
    () => scan(),
    ({ status }) => status === 202,
  );
});
afterAll(async () => {
  await prometheus?.stop();
  await product?.stop();
  await servers?.stop();
  await directory?.remove();
});

const scan = (count = 1) => {
  const events = Array.from({ length: count }, () => ({ id: randomUUID(), pageId: page, type: 'VIEW' }));
  return call(product.origin, 'POST', '/api/public/events', { events }, { address: someAddress() });
};
const look = (id: string) => fetch(`${product.origin}/d/${id}`).then((answer) => answer.text());
/** Requests the page under a new host name each time, so that the gateway has to render it. */
const lookAnew = () => {
  const headers = { 'x-forwarded-host': `${randomUUID()}.example` };
  return fetch(`${product.origin}/d/${page}`, { headers }).then(
    (answer) => answer.text(),
    () => undefined,
  );
};
const signIn = () => {
  const { email, password } = driver;
  return call(product.origin, 'POST', '/api/auth/login', { email, password }, { address: someAddress() });
};
const write = () => {
  const email = `${randomUUID()}@example.com`;
  const message = { name: 'Jo', email, subject: 'A question', message: 'A message to be read.' };
  return call(product.origin, 'POST', '/api/support/contact', message, { address: someAddress() });
};

async function inMongo(service: string, act: (database: mongoose.mongo.Db) => Promise<unknown>): Promise<void> {
  const connection = await mongoose.createConnection(servers.addresses.mongodb.url).asPromise();
  try {
    await act(connection.getClient().db(`${settings.VOLANT_MONGODB_DATABASE_PREFIX}_${service}`));
  } finally {
    await connection.close();
  }
}

const inPagesView = (act: (pages: mongoose.mongo.Collection) => Promise<unknown>) =>
  inMongo('pages', async (database) => {
    const all = await database.listCollections().toArray();
    // Not by a filter: the stand-in ignores patterns in it.
    const view = all.find(({ name }) => /^view\.pages-\d+-/.test(name));
    if (view === undefined) throw new Error(`no view of pages among ${all.map(({ name }) => name)}`);
    await act(database.collection(view.name));
  });

/** Acts like a support process that renews its leases but does no work. */
async function keepLeases(): Promise<void> {
  await inMongo('support', async (database) => {
    const mine = { holder: 'stuck', fence: 1_000_000, expiresAt: Date.now() + 6_000 };
    await database.collection('leases').updateMany({}, { $set: mine, $inc: { renewals: 1 } });
  });
}

/** Publishes an unreadable message to the event topic. */
async function publishNonsense(): Promise<void> {
  const { brokers } = servers.addresses.kafka;
  const producer = new kafkajs.Kafka({ brokers: [...brokers], logLevel: kafkajs.logLevel.NOTHING }).producer();
  await producer.connect();
  const topic = `${settings.VOLANT_KAFKA_PREFIX}pages.activity.v1`;
  await producer.send({ topic, messages: [{ key: 'nonsense', value: 'nonsense' }] });
  await producer.disconnect();
}

function listDeadLetters(): string {
  const env = { PATH: process.env.PATH, ...settings, VOLANT_DATA_DIR: directory.path };
  const { stdout, stderr } = spawnSync(process.execPath, [DEAD_LETTERS, 'list'], {
    encoding: 'utf8',
    env,
  });
  return stdout + stderr;
}

const renameTable = (from: string, to: string) => {
  const database = settings.VOLANT_CLICKHOUSE_DATABASE;
  return askClickHouse(servers.addresses.clickhouse, `RENAME TABLE ${database}.${from} TO ${database}.${to}`);
};

/** With the same ports, where other processes and Prometheus expect it. */
async function startAgain(gone: RunningProcess, own: Settings = {}): Promise<RunningProcess> {
  const [port, operations] = [new URL(gone.origin()).port, new URL(gone.operations()).port];
  const running = product.start(gone.name, { ...own, PORT: port, VOLANT_OPERATIONS_PORT: operations });
  await running.ready;
  return running;
}

interface Fault {
  /** Alerts that fire during the fault. */
  readonly alerts: readonly string[];
  /** Whether one of them wakes somebody. */
  readonly wakes?: boolean;
  /** Alerts about its consequences, which may fire as well. */
  readonly alsoMay?: readonly string[];
  readonly make?: () => Promise<unknown>;
  /** Repeated while waiting for the alerts: user actions, and the fault. */
  readonly meanwhile: () => Promise<unknown>;
  /** Recovery as described in the runbook. */
  readonly end: () => Promise<unknown>;
}

const FAULTS: Readonly<Record<string, () => Fault>> = {
  'ClickHouse is away': () => ({
    alerts: ['IngestFallsBehind', 'ReportsStandStill'],
    wakes: true,
    make: () => servers.servers.clickhouse.stop(),
    meanwhile: () => scan(),
    end: () => servers.servers.clickhouse.start(),
  }),
  'ClickHouse answers in fits': () => ({
    alerts: ['ReportsAreLate', 'ReportsMissTheirPromise'],
    alsoMay: ['IngestFallsBehind', 'ReportsStandStill'],
    async meanwhile() {
      await servers.servers.clickhouse.pause();
      await scan();
      await sleep(7_000);
      await servers.servers.clickhouse.resume();
      await sleep(1_500);
    },
    end: async () => undefined,
  }),
  'MongoDB is away': () => ({
    alerts: ['CallsFail'],
    wakes: true,
    make: () => servers.servers.mongodb.stop(),
    // Several people, because each is refused after some seconds, and a handful of refusals is no outage.
    meanwhile: () => Promise.all(Array.from({ length: 10 }, signIn)),
    end: () => servers.servers.mongodb.start(),
  }),
  'Kafka is away': () => ({
    // A full spool refuses events.
    alerts: [
      ...['EventsWaitOnDisk', 'SpoolFillsUp', 'SpoolDoesNotShrink'],
      ...['EventsAreRefused', 'EventsAreRefusedSlowly', 'EventsMissTheirPromise'],
    ],
    wakes: true,
    make: () => servers.servers.kafka.stop(),
    meanwhile: () => scan(EVENTS_A_REQUEST),
    end: () => servers.servers.kafka.start(),
  }),
  'an event is none': () => ({
    alerts: ['UnreadableEvents'],
    make: publishNonsense,
    meanwhile: async () => undefined,
    end: async () => expect(listDeadLetters()).toContain('pages.activity.v1'),
  }),
  'a document is damaged': () => {
    let whole: mongoose.mongo.WithId<mongoose.mongo.Document> | null = null;
    return {
      alerts: ['InternalErrors'],
      alsoMay: ['CallsFail'],
      make: () =>
        inPagesView(async (pages) => {
          whole = await pages.findOne({});
          await pages.updateOne({}, { $unset: { page: '' } });
        }),
      meanwhile: () => call(product.origin, 'GET', '/api/pages/mine', undefined, { token: driver.token }),
      async end() {
        await inPagesView((pages) => pages.replaceOne({}, whole ?? {}));
        const errors = product.output().filter((line) => line.includes('"level":50') && line.includes('correlationId'));
        expect(errors).not.toEqual([]);
      },
    };
  },
  'a process is killed': () => {
    const { support } = product.running;
    return {
      alerts: ['ProcessIsAway', 'ServiceIsGone'],
      wakes: true,
      make: () => support.kill(),
      meanwhile: async () => undefined,
      end: () => startAgain(support),
    };
  },
  'a process stands still for most of each second': () => ({
    alerts: ['EventLoopIsSlow'],
    async meanwhile() {
      const { pid } = product.running.pages;
      process.kill(pid, 'SIGSTOP');
      await sleep(700);
      process.kill(pid, 'SIGCONT');
      await sleep(250);
    },
    end: async () => undefined,
  }),
  'a gateway stands still for most of each second': () => ({
    alerts: ['PublicPagesAreSlow'],
    async meanwhile() {
      const { pid } = product.running.gateway;
      const readers = Array.from({ length: READERS }, lookAnew);
      // With the first answer, the gateway has begun others. What waits outside of it, it cannot measure.
      await Promise.race(readers);
      process.kill(pid, 'SIGSTOP');
      await sleep(700);
      process.kill(pid, 'SIGCONT');
      await Promise.all(readers);
    },
    end: async () => undefined,
  }),
  'a process keeps a view and applies nothing': () => ({
    alerts: ['ViewsFallBehind', 'ViewsStandStill'],
    wakes: true,
    alsoMay: ['LettersWait'],
    async meanwhile() {
      await keepLeases();
      await write();
    },
    // Its pod is deleted, so it no longer renews anything.
    end: async () => undefined,
  }),
  'a table that folding needs is gone': () => {
    let { analytics } = product.running;
    const failures: string[] = [];
    return {
      alerts: ['FoldingFails'],
      make: () => renameTable('fold_tickets', 'fold_tickets_away'),
      // Folding runs a minute after a start, and then once an hour.
      async meanwhile() {
        await analytics.stop();
        analytics = await startAgain(analytics);
        const failed = async () => analytics.lines.filter((line) => line.includes('days are not folded now'));
        failures.push(...(await eventually(failed, ({ length }) => length > 0)));
      },
      async end() {
        await renameTable('fold_tickets_away', 'fold_tickets');
        expect(failures.join('\n')).toContain('fold_tickets');
      },
    };
  },
  'the mail server is away': () => ({
    alerts: ['LettersWait'],
    wakes: true,
    async make() {
      await servers.servers.smtp.stop();
      await call(product.origin, 'POST', '/api/auth/forgot-password', { email: driver.email });
    },
    meanwhile: async () => undefined,
    end: () => servers.servers.smtp.start(),
  }),
  // Last, because other faults expect the first gateway.
  "a gateway's copy of the pages is damaged": () => {
    let { gateway } = product.running;
    return {
      alerts: ['PublicPagesFail', 'PublicPagesFailSlowly', 'PublicPagesMissTheirPromise'],
      wakes: true,
      alsoMay: ['CallsFail', 'InternalErrors'],
      async make() {
        const copy = { VOLANT_COPY_DIR: path.join(product.secrets, 'copy-4') };
        await gateway.stop();
        const done = spawnSync(process.execPath, ['--import', 'tsx', DAMAGE_COPY, copy.VOLANT_COPY_DIR, page], {
          encoding: 'utf8',
        });
        expect(done.stderr).toBe('');
        gateway = await startAgain(gateway, copy);
      },
      meanwhile: () => look(page),
      async end() {
        expect(gateway.lines.filter((line) => line.includes('"level":50'))).not.toEqual([]);
        // A new pod has no copy yet.
        await gateway.stop();
        await startAgain(gateway);
      },
    };
  },
};

/** User actions without a fault. */
const use = () => Promise.all([look(page), scan(), readReport(product.origin, driver.token, page)]);

async function until(
  during: () => Promise<unknown>,
  holds: (firing: readonly Firing[]) => boolean,
  withinMs = PATIENCE_MS,
) {
  const between = async () => {
    await during().catch(() => undefined);
    return prometheus.firing();
  };
  return eventually(between, holds, withinMs);
}

/**
 * A busy machine causes them without a fault, because a minute of the rules is a second here and the machine is not
 * faster: a scrape that takes longer than a second is a process that was away for a minute.
 */
const OF_A_BUSY_MACHINE = [
  ...['ProcessIsAway', 'ServiceIsGone', 'EventLoopIsSlow', 'PublicPagesAreSlow', 'PublicPagesAreVerySlow'],
  ...['ReportsAreLate', 'ReportsMissTheirPromise', 'ViewsFallBehind', 'LettersWait'],
];

/** Uses the product until neither these alerts fire nor any that a busy machine does not explain. */
const untilQuiet = (alerts: readonly string[]) => {
  const isExplained = (alert: string) => OF_A_BUSY_MACHINE.includes(alert) && !alerts.includes(alert);
  return until(use, (firing) => firing.every(({ alert }) => isExplained(alert)), FORGOTTEN_MS);
};

test.each(Object.entries(FAULTS))('%s: its alerts fire and no others, and the runbook ends them', async (name, of) => {
  const { alerts, wakes = false, alsoMay = [], make, meanwhile, end } = of();
  await untilQuiet(alerts);
  const fired = new Map<string, string>();
  const begunAt = performance.now();
  try {
    await make?.();
    await until(meanwhile, (firing) => {
      for (const { alert, severity } of firing) fired.set(alert, severity);
      return alerts.every((alert) => fired.has(alert));
    });
    process.stdout.write(`${name}: its alerts fired after ${((performance.now() - begunAt) / 1000).toFixed(0)} s\n`);
  } finally {
    // Recover even if no alert fired: the next fault needs a healthy product.
    await end();
  }
  const explained = [...alerts, ...alsoMay, ...OF_A_BUSY_MACHINE];
  expect([...fired.keys()].filter((alert) => !explained.includes(alert))).toEqual([]);
  expect(alerts.some((alert) => fired.get(alert) === 'page')).toBe(wakes);
  await untilQuiet(alerts);
});

test('every alert is covered by one of these faults', () => {
  const shipped = RULES.groups.flatMap(({ rules }) => rules.flatMap(({ alert }) => alert ?? []));
  const made = Object.values(FAULTS).flatMap((fault) => fault().alerts);
  expect(made.sort()).toEqual([...shipped].sort());
});
