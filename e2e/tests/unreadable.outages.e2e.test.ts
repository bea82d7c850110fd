import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import kafkajs, { type Kafka as KafkaClient } from 'kafkajs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningServers } from '../../scripts/servers/server.ts';
import { startServers } from '../../scripts/servers/servers.ts';
import { call, createPage, eventually, type Person, pageIsKnown, readReport, signUp } from '../src/api.ts';
import { startEventLoad } from '../src/event-load.ts';
import { type Processes, serverSettings, startProcesses } from '../src/processes.ts';
import { type Settings, type TemporaryDirectory, temporaryDirectory } from '../src/product.ts';
import { readMetric } from '../src/stored-events.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PER_SECOND = 200;
const TOPIC = 'pages.activity.v1';
const READ_WITHIN_MS = 60_000;
const UNREADABLE = 100;
const READABLE = 1_000;

let directory: TemporaryDirectory;
let servers: RunningServers;
let product: Processes;
/** Settings of the product and of the commands. */
let settings: Settings;
let driver: Person;
let pages: string[];

beforeAll(async () => {
  directory = await temporaryDirectory();
  servers = await startServers({ dataDirectory: directory.path });
  settings = serverSettings(servers.addresses);
  product = await startProcesses(servers.addresses, settings);
  driver = await signUp(product.origin);
  pages = await Promise.all(['One', 'Two', 'Three'].map((name) => createPage(product.origin, driver.token, name)));
});
afterAll(async () => {
  if (product !== undefined) expect(await product.stop()).toBe(0);
  await servers?.stop();
  await directory.remove();
});

const lag = () => readMetric(product.running.analytics, 'ingest_lag_records');
describe('unreadable messages', () => {
  let kafka: KafkaClient;

  beforeAll(() => {
    const { brokers } = servers.addresses.kafka;
    kafka = new kafkajs.Kafka({ brokers: [...brokers], logLevel: kafkajs.logLevel.NOTHING });
  });

  /** Kafka's name of a topic of this product. */
  const named = (topic: string) => `${settings.VOLANT_KAFKA_PREFIX ?? ''}${topic}`;

  /** Runs the command as an operator would. */
  async function deadLetters(...args: readonly string[]): Promise<string> {
    const child = spawn('npm', ['run', '--silent', 'dead-letters', '--', ...args], {
      cwd: ROOT,
      env: { ...process.env, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
    if (code !== 0) throw new Error(`ended with ${code}: ${stderr}${stdout}`);
    return stdout;
  }

  const list = async () =>
    (await deadLetters('list'))
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));

  async function publish(topic: string, messages: kafkajs.Message[]): Promise<void> {
    const producer = kafka.producer({ createPartitioner: kafkajs.Partitioners.DefaultPartitioner });
    await producer.connect();
    await producer.send({ topic, messages });
    await producer.disconnect();
  }

  /** A record of the topic that contains this id. */
  async function recordWith(id: string): Promise<Buffer> {
    const consumer = kafka.consumer({ groupId: `test-${randomUUID()}` });
    await consumer.connect();
    await consumer.subscribe({ topics: [named(TOPIC)], fromBeginning: true });
    const found = new Promise<Buffer>((resolve) => {
      void consumer.run({
        autoCommit: false,
        eachMessage: async ({ message: { value } }) => {
          if (value?.includes(id) === true) resolve(value);
        },
      });
    });
    const value = await found;
    await consumer.disconnect();
    return value;
  }

  test('go to the dead-letter topic with the reason while others are processed; a command lists them and puts them back', async () => {
    const load = startEventLoad({ origin: () => product.origin, pages, perSecond: PER_SECOND });
    const junk = Array.from({ length: UNREADABLE }, (_, number) => ({
      key: `junk-${number}`,
      value: `junk ${number}`,
    }));
    for (let start = 0; start < UNREADABLE; start += UNREADABLE / 10) {
      await publish(named(TOPIC), junk.slice(start, start + UNREADABLE / 10));
    }
    await eventually(
      async () => load.acknowledged.size,
      (size) => size >= READABLE,
    );
    await load.stop();
    await eventually(lag, (records) => records === 0, READ_WITHIN_MS);

    const letters = await list();
    expect(letters.map(({ key }) => key).sort()).toEqual(junk.map(({ key }) => key).sort());
    for (const letter of letters) expect(letter).toMatchObject({ topic: TOPIC, reason: expect.stringMatching(/./) });
    expect(await readMetric(product.running.analytics, 'ingest_dead_total')).toBeGreaterThanOrEqual(UNREADABLE);

    // A record that an older version could not read but this one can: that of an event with another id.
    const page = await createPage(product.origin, driver.token, 'Put back');
    await pageIsKnown(product.origin, page);
    const [id, other] = [randomUUID(), randomUUID()];
    const seen = () => readReport(product.origin, driver.token, page);
    await call(product.origin, 'POST', '/api/public/events', { id, pageId: page, type: 'VIEW' });
    await eventually(seen, ({ summary }) => summary?.views === 1);
    const value = Buffer.from((await recordWith(id)).toString('latin1').replace(id, other), 'latin1');
    const headers = { topic: TOPIC, partition: '999', offset: '1', key: 'a', size: '1', reason: 'too new' };
    await publish(named(`${TOPIC}.dead`), [{ key: `${TOPIC}-999-1`, value, headers }]);
    expect(await deadLetters('put-back', '--topic', TOPIC, '--partition', '999')).toContain('1 put back.');
    await eventually(seen, ({ summary }) => summary?.views === 2);
    expect((await list()).map(({ partition }) => partition)).not.toContain(999);

    // A message that is still unreadable becomes a dead letter again.
    expect(await deadLetters('put-back')).toContain(`${UNREADABLE} put back.`);
    const again = await eventually(list, ({ length }) => length === UNREADABLE);
    const before = new Set(letters.map(({ place }) => place));
    expect(again.filter(({ place }) => before.has(place))).toEqual([]);
  });
});
