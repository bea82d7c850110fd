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

const SERVICES = {
  VOLANT_IDENTITY_URL: 'http://identity:4001',
  VOLANT_PAGES_URL: 'http://pages:4002',
  VOLANT_SUPPORT_URL: 'http://support:4003',
  VOLANT_ANALYTICS_URL: 'http://analytics:4004',
};

test('sends events where reports come from, unless collect is elsewhere', () => {
  expect(readSettings({ ...COMMON, ...SERVICES }).collectUrl).toBe('http://analytics:4004');
  const apart = readSettings({ ...COMMON, ...SERVICES, VOLANT_COLLECT_URL: 'http://collect:4004' });
  expect(apart).toMatchObject({ analyticsUrl: 'http://analytics:4004', collectUrl: 'http://collect:4004' });
});

test('reads lists', () => {
  const settings = readSettings({
    ...COMMON,
    ...SERVICES,
    VOLANT_TRUSTED_PROXIES: '10.0.0.0/8, 192.0.2.1',
    VOLANT_ALLOWED_ORIGINS: 'https://a.example,https://b.example',
  });
  expect(settings.trustedProxies).toEqual(['10.0.0.0/8', '192.0.2.1']);
  expect(settings.allowedOrigins).toEqual(['https://a.example', 'https://b.example']);
});

test('runs listed operations alone unless told otherwise', () => {
  expect(readSettings({ ...COMMON, ...SERVICES })).toMatchObject({ graphql: 'listed', graphqlOperations: undefined });
  const open = readSettings({ ...COMMON, ...SERVICES, VOLANT_GRAPHQL: 'open' });
  expect(open.graphql).toBe('open');
  expect(problemsOf({ ...COMMON, ...SERVICES, VOLANT_GRAPHQL: 'off' })).toEqual([
    expect.stringContaining('VOLANT_GRAPHQL: must be "listed" or "open"'),
  ]);
});

test('names the services it is not told of', () => {
  const problems = problemsOf({ VOLANT_PAGES_URL: 'pages', VOLANT_TRUSTED_PROXIES: 'somewhere' });
  for (const setting of [...Object.keys(SERVICES), 'VOLANT_TRUSTED_PROXIES', 'VOLANT_S3_URL']) {
    expect(problems).toContainEqual(expect.stringContaining(setting));
  }
});
