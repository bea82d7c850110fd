import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { EnvironmentError, parseEnvironment } from './environment.ts';
import { serverSettingsOf } from './server-settings.ts';
import { SERVER_SECRETS, SERVER_SHAPE, serverRules } from './server-shape.ts';

const schema = z.object(SERVER_SHAPE);
const read = (environment: Record<string, string>) =>
  serverSettingsOf(parseEnvironment(schema, environment, { secrets: SERVER_SECRETS, rules: [serverRules] }));

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'volant-settings-'));
});
afterAll(() => rmSync(directory, { recursive: true }));

function file(name: string, content: string): string {
  const path = join(directory, name);
  writeFileSync(path, content);
  return path;
}

describe('settings of servers', () => {
  it('select no real server if no address is set', () => {
    expect(read({})).toEqual({
      mongodb: undefined,
      kafka: undefined,
      clickhouse: undefined,
      redis: undefined,
      s3: undefined,
      smtp: undefined,
      imap: undefined,
      mailFrom: undefined,
    });
  });

  it('give each adapter the values that are set, and omit the others', () => {
    const settings = read({
      VOLANT_MONGODB_URL: 'mongodb://db:27017',
      VOLANT_KAFKA_BROKERS: 'a:9092, b:9092',
      VOLANT_KAFKA_USERNAME: 'volant',
      VOLANT_KAFKA_PASSWORD: 's3cret',
      VOLANT_KAFKA_TLS: 'on',
      VOLANT_KAFKA_PREFIX: 'trial.',
      VOLANT_REDIS_URL: 'redis://redis:6379',
      VOLANT_REDIS_PREFIX: 'trial:',
    });
    expect(settings.mongodb).toEqual({ url: 'mongodb://db:27017', databasePrefix: 'volant' });
    expect(settings.kafka).toEqual({
      brokers: ['a:9092', 'b:9092'],
      username: 'volant',
      password: 's3cret',
      tls: true,
      partitions: 12,
      replicationFactor: 1,
      prefix: 'trial.',
    });
    expect(settings.redis).toEqual({ url: 'redis://redis:6379', prefix: 'trial:' });
    expect(settings.s3).toBeUndefined();
  });

  it('read secrets and certificates from files, without the last line break', () => {
    const settings = read({
      VOLANT_REDIS_URL: 'redis://redis:6379',
      VOLANT_REDIS_PASSWORD_FILE: file('password', 's3cret\n'),
      VOLANT_REDIS_TLS_CA_FILE: file('ca.pem', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'),
    });
    expect(settings.redis).toMatchObject({ url: 'redis://redis:6379', password: 's3cret' });
    expect(settings.redis?.ca).toContain('AAAA');
  });

  it('name every problem at once, and repeat no value', () => {
    const wrong = () =>
      read({
        VOLANT_MONGODB_URL: 'https://s3cret.example',
        VOLANT_KAFKA_BROKERS: 's3cret',
        VOLANT_KAFKA_PARTITIONS: '0',
        VOLANT_REDIS_PASSWORD: 's3cret',
        VOLANT_CLICKHOUSE_PASSWORD: 's3cret',
        VOLANT_CLICKHOUSE_PASSWORD_FILE: file('other', 's3cret'),
        VOLANT_S3_SECRET_KEY_FILE: join(directory, 'not-there'),
        VOLANT_SMTP_PASSWORD_FILE: file('empty', '\n'),
        VOLANT_REDIS_TLS_CA_FILE: file('no.pem', 's3cret'),
      });
    expect(wrong).toThrow(EnvironmentError);
    for (const line of [
      /VOLANT_MONGODB_URL: must be an address such as mongodb/,
      /VOLANT_KAFKA_BROKERS\S*: must be a list/,
      /VOLANT_KAFKA_PARTITIONS: /,
      /VOLANT_CLICKHOUSE_PASSWORD_FILE: stands beside VOLANT_CLICKHOUSE_PASSWORD/,
      /VOLANT_S3_SECRET_KEY_FILE: the file cannot be read \(ENOENT\)/,
      /VOLANT_SMTP_PASSWORD_FILE: the file is empty/,
      /VOLANT_REDIS_TLS_CA: must hold a certificate/,
      /VOLANT_REDIS_PASSWORD: needs VOLANT_REDIS_URL beside it/,
    ]) {
      expect(wrong).toThrow(line);
    }
    expect(wrong).not.toThrow(/s3cret/);
  });

  it.each([
    'clickhouse:8123',
    'nonsense',
    'http://user:s3cret@clickhouse:8123',
    'http://clickhouse:8123/s3cret',
    'http://clickhouse:8123?user=s3cret',
  ])('refuse the address of ClickHouse %s', (VOLANT_CLICKHOUSE_URL) => {
    const wrong = () => read({ VOLANT_CLICKHOUSE_URL, VOLANT_CLICKHOUSE_DATABASE: 'no-name' });
    expect(wrong).toThrow(
      /VOLANT_CLICKHOUSE_URL: must .*\n.*VOLANT_CLICKHOUSE_DATABASE: must be letters, digits and _/,
    );
    expect(wrong).not.toThrow(/s3cret/);
  });

  it('require the companions of a setting', () => {
    const wrong = () =>
      read({
        VOLANT_REDIS_PASSWORD: 'x',
        VOLANT_S3_URL: 'http://minio:9000',
        VOLANT_SMTP_URL: 'smtp://mail:25',
        VOLANT_KAFKA_BROKERS: 'a:9092',
        VOLANT_KAFKA_USERNAME: 'volant',
      });
    for (const line of [
      /VOLANT_REDIS_PASSWORD: needs VOLANT_REDIS_URL/,
      /VOLANT_S3_URL: needs VOLANT_S3_ACCESS_KEY/,
      /VOLANT_S3_URL: needs VOLANT_S3_SECRET_KEY/,
      /VOLANT_SMTP_URL: needs VOLANT_MAIL_FROM/,
      /VOLANT_KAFKA_USERNAME: needs VOLANT_KAFKA_PASSWORD/,
    ]) {
      expect(wrong).toThrow(line);
    }
  });
});
