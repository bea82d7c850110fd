import { generateSigningKey } from '@volant/infra/auth/access-token';
import { PROCESS_ENVIRONMENT, problemsOf } from '@volant/infra/testing/process-environment';
import { expect, test } from 'vitest';
import { readSettings } from './environment.ts';

test('has every role by default', async () => {
  const { publicKey } = generateSigningKey();
  const given = {
    ...PROCESS_ENVIRONMENT,
    VOLANT_IDENTITY_URL: 'http://identity:4001',
    VOLANT_SESSION_KEYS: JSON.stringify({ keys: [publicKey] }),
  };
  expect(readSettings(given).roles).toEqual(['collect', 'ingest', 'reports']);
  expect(readSettings({ ...given, ROLES: 'ingest, reports' }).roles).toEqual(['ingest', 'reports']);
});

test('requires no database for the role collect alone', async () => {
  const { VOLANT_CLICKHOUSE_URL: _, ...withoutDatabase } = PROCESS_ENVIRONMENT;
  const { publicKey } = generateSigningKey();
  const given = {
    ...withoutDatabase,
    VOLANT_IDENTITY_URL: 'http://identity:4001',
    VOLANT_SESSION_KEYS: JSON.stringify({ keys: [publicKey] }),
  };
  expect(readSettings({ ...given, ROLES: 'collect' }).servers.clickhouse).toBeUndefined();
  expect(problemsOf(readSettings, { ...given, ROLES: 'collect, reports' })).toEqual([
    expect.stringContaining('VOLANT_CLICKHOUSE_URL: '),
  ]);
});

test('refuses invalid roles and keys', async () => {
  const { privateKey } = generateSigningKey();
  const problems = problemsOf(readSettings, {
    ROLES: 'collect,cook',
    VOLANT_SESSION_KEYS: JSON.stringify({ keys: [privateKey] }),
  });
  expect(problems).toContainEqual(expect.stringMatching(/^ROLES.*: each must be/));
  expect(problems).toContainEqual(expect.stringContaining('VOLANT_SESSION_KEYS: holds a private key'));
  expect(problems).toContainEqual(expect.stringContaining('VOLANT_CLICKHOUSE_URL: '));
  expect(problems.join('')).not.toContain(String(privateKey.d));
});
