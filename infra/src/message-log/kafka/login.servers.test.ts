import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { RunningServers } from '../../../../scripts/servers/server.ts';
import { startServers } from '../../../../scripts/servers/servers.ts';
import { createLogger } from '../../process/observability/log.ts';
import { makeCertificate } from '../../testing/certificate.ts';
import { openingFailure, WRONG_PASSWORD } from '../../testing/opening-failure.ts';
import { testServers } from '../../testing/test-servers.ts';
import { type KafkaMessageLogSettings, openKafkaMessageLog } from './kafka-message-log.ts';

const MECHANISMS = ['plain', 'scram-sha-256', 'scram-sha-512'] as const;
const LOGIN = { username: 'volant', password: 'right-word' };
const log = createLogger({ name: 'test', level: 'silent' });

describe('the Kafka message log with TLS and authentication', () => {
  let folder: string;
  let others: string;
  let running: RunningServers<'kafka'>;
  let ca: string;
  let otherAuthority: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kafka-login-'));
    others = await mkdtemp(join(tmpdir(), 'kafka-login-'));
    // The test connects to localhost, for which this certificate is not valid.
    const certificate = await makeCertificate(folder, ['IP:127.0.0.1']);
    ca = certificate.ca;
    otherAuthority = (await makeCertificate(others)).ca;
    running = await startServers({ names: ['kafka'], dataDirectory: folder, tls: certificate.files, login: LOGIN });
  });
  afterAll(async () => {
    await running?.stop();
    await rm(folder, { recursive: true });
    await rm(others, { recursive: true });
  });

  const right = (): KafkaMessageLogSettings => ({
    ...{ ...running.addresses.kafka, ...LOGIN, ca, partitions: 1, replicationFactor: 1, log },
  });
  const failure = (wrong: (settings: KafkaMessageLogSettings) => KafkaMessageLogSettings) =>
    openingFailure(openKafkaMessageLog(wrong(right())));

  it.each(MECHANISMS)('exchanges records after a login with %s', async (mechanism) => {
    const topic = `login.${randomUUID()}`;
    const messageLog = await openKafkaMessageLog({ ...right(), mechanism });
    await messageLog.ensureTopics([{ name: topic, cleanup: 'delete' }]);
    await messageLog.check();
    await messageLog.publish(topic, [{ key: 'a', value: new Uint8Array([1]) }]);
    const seen: string[] = [];
    const onBatch = async (records: readonly { key: string }[]) => {
      seen.push(...records.map(({ key }) => key));
    };
    const consumer = await messageLog.consume({ topic, group: topic, maxRecords: 10, onBatch });
    await vi.waitFor(() => expect(seen).toEqual(['a']));
    await consumer.stop();
    await messageLog.close();
  });

  it.each(MECHANISMS)('names the password setting of a rejected login with %s', async (mechanism) => {
    const refused = { name: 'SettingError', setting: 'VOLANT_KAFKA_PASSWORD' };
    for (const login of [{ password: WRONG_PASSWORD }, { username: 'nobody', password: WRONG_PASSWORD }]) {
      expect(await failure((settings) => ({ ...settings, mechanism, ...login }))).toMatchObject(refused);
    }
  });

  it('names the user name setting if the user may not create missing topics', async () => {
    const guest = { mechanism: 'plain', username: 'guest', password: 'guest' } as const;
    const messageLog = await openKafkaMessageLog({ ...right(), ...guest });
    const missing = messageLog.ensureTopics([{ name: `login.${randomUUID()}`, cleanup: 'delete' }]);
    const forbidden = { name: 'SettingError', setting: 'VOLANT_KAFKA_USERNAME' };
    expect(await openingFailure(missing.then(() => messageLog))).toMatchObject(forbidden);
    await messageLog.close();
  });

  it('names the certificate file if the certificate is untrusted', async () => {
    const untrusted = { name: 'SettingError', setting: 'VOLANT_KAFKA_TLS_CA_FILE' };
    expect(await failure((settings) => ({ ...settings, ca: otherAuthority }))).toMatchObject(untrusted);
    expect(await failure(({ ca: _, ...settings }) => ({ ...settings, tls: true }))).toMatchObject(untrusted);
  });

  it('names the address if the certificate is for another host', async () => {
    const brokers = running.addresses.kafka.brokers.map((broker) => broker.replace('127.0.0.1', 'localhost'));
    const elsewhere = { name: 'SettingError', setting: 'VOLANT_KAFKA_BROKERS' };
    expect(await failure((settings) => ({ ...settings, brokers }))).toMatchObject(elsewhere);
  });

  // A broker closes all these connections silently, like a broker that is shutting down.
  it('reports an outage and names the settings if only one side speaks TLS or the user name is missing', async () => {
    const asksFor = (what: string) => ({ name: 'ServerUnreachable', message: expect.stringMatching(what) });
    const { brokers } = testServers().kafka;
    expect(await failure((settings) => ({ ...settings, brokers }))).toMatchObject(
      asksFor('VOLANT_KAFKA_BROKERS.*does it speak TLS \\(VOLANT_KAFKA_TLS\\)'),
    );
    expect(await failure(({ ca: _, ...settings }) => settings)).toMatchObject(
      asksFor('VOLANT_KAFKA_BROKERS.*does it want TLS \\(VOLANT_KAFKA_TLS\\)'),
    );
    expect(await failure(({ username: _, password: __, ...settings }) => settings)).toMatchObject(
      asksFor('VOLANT_KAFKA_BROKERS.*does it want a user name'),
    );
  });
});
