import { generateSigningKey } from '@volant/infra/auth/access-token';
import { EnvironmentError } from '@volant/infra/process/environment';
import { expect, test } from 'vitest';
import { readSettings } from './environment.ts';

const COMMON = {
  VOLANT_INTERNAL_SECRET: 'a secret between processes, long enough',
  VOLANT_MONGODB_URL: 'mongodb://db:27017',
  VOLANT_KAFKA_BROKERS: 'kafka:9092',
  VOLANT_REDIS_URL: 'redis://redis:6379',
  VOLANT_CLICKHOUSE_URL: 'http://clickhouse:8123',
  VOLANT_S3_URL: 'http://minio:9000',
  VOLANT_S3_ACCESS_KEY: 'key',
  VOLANT_S3_SECRET_KEY: 'secret',
  VOLANT_SMTP_URL: 'smtp://mail:25',
  VOLANT_MAIL_FROM: 'Volant <hello@volant.example>',
};

const problemsOf = (environment: Record<string, string>): readonly string[] => {
  try {
    readSettings(environment);
  } catch (error) {
    if (error instanceof EnvironmentError) return error.problems;
  }
  return [];
};

test('reads its keys, and believes others while they change', async () => {
  const [key, other] = [generateSigningKey(), generateSigningKey()];
  const settings = readSettings({
    ...COMMON,
    VOLANT_ORIGIN: 'https://volant.example',
    VOLANT_SIGNING_KEY: JSON.stringify(key.privateKey),
    VOLANT_SESSION_KEYS: JSON.stringify({ keys: [key.publicKey, other.publicKey] }),
  });
  expect(settings).toMatchObject({ port: 4001, operationsPort: 9464, host: '127.0.0.1' });
  expect(settings.signingKey.keyId).toBe(key.keyId);
  expect(settings.otherKeys.map(({ kid }) => kid)).toEqual([key.keyId, other.keyId]);
});

test('names all that is missing or wrong at once, and no value', () => {
  const problems = problemsOf({ VOLANT_SIGNING_KEY: '{"d":"s3cret"}', VOLANT_SUPERADMIN_EMAIL: 'a@example.com' });
  for (const setting of [
    'VOLANT_SIGNING_KEY',
    'VOLANT_ORIGIN',
    'VOLANT_INTERNAL_SECRET',
    'VOLANT_SUPERADMIN_EMAIL',
    'VOLANT_MONGODB_URL',
    'VOLANT_KAFKA_BROKERS',
    'VOLANT_REDIS_URL',
    'VOLANT_S3_URL',
    'VOLANT_SMTP_URL',
  ]) {
    expect(problems).toContainEqual(expect.stringContaining(`${setting}: `));
  }
  expect(problems.join('')).not.toContain('s3cret');
});
