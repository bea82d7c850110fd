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

test('has every role unless told which', async () => {
  const { publicKey } = generateSigningKey();
  const given = {
    ...COMMON,
    VOLANT_IDENTITY_URL: 'http://identity:4001',
    VOLANT_SESSION_KEYS: JSON.stringify({ keys: [publicKey] }),
  };
  expect(readSettings(given).roles).toEqual(['collect', 'ingest', 'reports']);
  expect(readSettings({ ...given, ROLES: 'ingest, reports' }).roles).toEqual(['ingest', 'reports']);
});

test('wants no database to collect alone', async () => {
  const { VOLANT_CLICKHOUSE_URL: _, ...withoutDatabase } = COMMON;
  const { publicKey } = generateSigningKey();
  const given = {
    ...withoutDatabase,
    VOLANT_IDENTITY_URL: 'http://identity:4001',
    VOLANT_SESSION_KEYS: JSON.stringify({ keys: [publicKey] }),
  };
  expect(readSettings({ ...given, ROLES: 'collect' }).servers.clickhouse).toBeUndefined();
  expect(problemsOf({ ...given, ROLES: 'collect, reports' })).toEqual([
    expect.stringContaining('VOLANT_CLICKHOUSE_URL: '),
  ]);
});

test('refuses roles and keys that are none', async () => {
  const { privateKey } = generateSigningKey();
  const problems = problemsOf({ ROLES: 'collect,cook', VOLANT_SESSION_KEYS: JSON.stringify({ keys: [privateKey] }) });
  expect(problems).toContainEqual(expect.stringMatching(/^ROLES.*: each must be/));
  expect(problems).toContainEqual(expect.stringContaining('VOLANT_SESSION_KEYS: holds a private key'));
  expect(problems).toContainEqual(expect.stringContaining('VOLANT_CLICKHOUSE_URL: '));
  expect(problems.join('')).not.toContain(String(privateKey.d));
});
