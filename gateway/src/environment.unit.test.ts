import { PROCESS_ENVIRONMENT, problemsOf } from '@volant/infra/testing/process-environment';
import { expect, test } from 'vitest';
import { readSettings } from './environment.ts';

const SERVICES = {
  VOLANT_IDENTITY_URL: 'http://identity:4001',
  VOLANT_PAGES_URL: 'http://pages:4002',
  VOLANT_SUPPORT_URL: 'http://support:4003',
  VOLANT_ANALYTICS_URL: 'http://analytics:4004',
};

test('sends events to the reports service unless collect has its own address', () => {
  expect(readSettings({ ...PROCESS_ENVIRONMENT, ...SERVICES }).collectUrl).toBe('http://analytics:4004');
  const apart = readSettings({ ...PROCESS_ENVIRONMENT, ...SERVICES, VOLANT_COLLECT_URL: 'http://collect:4004' });
  expect(apart).toMatchObject({ analyticsUrl: 'http://analytics:4004', collectUrl: 'http://collect:4004' });
});

test('reads lists', () => {
  const settings = readSettings({
    ...PROCESS_ENVIRONMENT,
    ...SERVICES,
    VOLANT_TRUSTED_PROXIES: '10.0.0.0/8, 192.0.2.1',
    VOLANT_ALLOWED_ORIGINS: 'https://a.example,https://b.example',
  });
  expect(settings.trustedProxies).toEqual(['10.0.0.0/8', '192.0.2.1']);
  expect(settings.allowedOrigins).toEqual(['https://a.example', 'https://b.example']);
});

test('runs only listed operations by default', () => {
  expect(readSettings({ ...PROCESS_ENVIRONMENT, ...SERVICES })).toMatchObject({
    graphql: 'listed',
    graphqlOperations: undefined,
  });
  const open = readSettings({ ...PROCESS_ENVIRONMENT, ...SERVICES, VOLANT_GRAPHQL: 'open' });
  expect(open.graphql).toBe('open');
  expect(problemsOf(readSettings, { ...PROCESS_ENVIRONMENT, ...SERVICES, VOLANT_GRAPHQL: 'off' })).toEqual([
    expect.stringContaining('VOLANT_GRAPHQL: must be "listed" or "open"'),
  ]);
});

test('names the services without an address', () => {
  const problems = problemsOf(readSettings, { VOLANT_PAGES_URL: 'pages', VOLANT_TRUSTED_PROXIES: 'somewhere' });
  for (const setting of [...Object.keys(SERVICES), 'VOLANT_TRUSTED_PROXIES', 'VOLANT_S3_URL']) {
    expect(problems).toContainEqual(expect.stringContaining(setting));
  }
});
