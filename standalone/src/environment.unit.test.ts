import { problemsOf } from '@volant/infra/testing/process-environment';
import { describe, expect, test } from 'vitest';
import { readSettings } from './environment.ts';

const NO_SERVERS = {
  mongodb: undefined,
  kafka: undefined,
  clickhouse: undefined,
  redis: undefined,
  s3: undefined,
  smtp: undefined,
  mailFrom: undefined,
};

test('no settings give a product on loopback with demo data', () => {
  expect(readSettings({})).toEqual({
    host: '127.0.0.1',
    port: 3000,
    dataDir: './data',
    demo: true,
    trustedProxies: [],
    superadmin: undefined,
    origin: undefined,
    maxPagesPerDriver: 20,
    networkLimitsTimes: 1,
    webhookPrivateHosts: [],
    eventsPerMinute: 120,
    offsiteDrillMegabytes: 4000,
    offsiteKeepDays: 30,
    offsiteKeepMonths: 3,
    retentionMonths: 25,
    backupDir: undefined,
    backupEveryHours: 24,
    backupKeep: 7,
    neutralForgotPassword: false,
    secondFactor: 'optional',
    answerResetToken: false,
    siteFile: undefined,
    graphql: undefined,
    graphqlOperations: undefined,
    operationsHost: '127.0.0.1',
    operationsPort: 9464,
    operationsPortIsSet: false,
    migrations: 'run',
    environment: {},
    logLevel: 'warn',
    servers: NO_SERVERS,
  });
});

test.each([
  'https://volant.example/cards',
  'https://volant.example?a=b',
  'https://me:secret@volant.example',
  'https://volant.example/#a',
])('VOLANT_ORIGIN refuses %s, which is more than an origin', (VOLANT_ORIGIN) => {
  const problems = problemsOf(readSettings, { VOLANT_ORIGIN });
  expect(problems).toEqual([expect.stringMatching(/^VOLANT_ORIGIN: must end after the host or port/)]);
});

test.each([
  ['https://volant.example/', 'https://volant.example'],
  ['https://Volant.example:443', 'https://volant.example'],
  ['http://10.0.0.1:8080', 'http://10.0.0.1:8080'],
])('VOLANT_ORIGIN reads %s as browsers write it', (VOLANT_ORIGIN, origin) => {
  expect(readSettings({ VOLANT_ORIGIN }).origin).toBe(origin);
});

test.each([
  ['VOLANT_EVENTS_PER_MINUTE', 'eventsPerMinute', 60, 100_000],
  ['VOLANT_MAX_PAGES_PER_DRIVER', 'maxPagesPerDriver', 1, 10_000],
  ['VOLANT_NETWORK_LIMITS_TIMES', 'networkLimitsTimes', 1, 100],
  ['VOLANT_RETENTION_MONTHS', 'retentionMonths', 1, 25],
] as const)('%s has bounds', (name, setting, least, most) => {
  for (const bound of [least, most]) expect(readSettings({ [name]: String(bound) })[setting]).toBe(bound);
  for (const other of [String(least - 1), String(most + 1), '1.5', 'many']) {
    expect(problemsOf(readSettings, { [name]: other })).toEqual([
      `${name}: must be a whole number from ${least} to ${most}`,
    ]);
  }
});

describe('demo data', () => {
  test.each(['localhost', '127.0.0.1', '127.0.0.53', '::1'])('is written on %s', (HOST) => {
    expect(readSettings({ HOST }).demo).toBe(true);
  });

  test.each(['0.0.0.0', '::', '192.0.2.1', 'localhost.example.com'])(
    'is off by default on %s, and refused if requested',
    (HOST) => {
      expect(readSettings({ HOST }).demo).toBe(false);
      expect(problemsOf(readSettings, { HOST, VOLANT_DEMO: 'on' })).toEqual([expect.stringContaining('VOLANT_DEMO')]);
    },
  );

  test.each([
    ['a proxy', { VOLANT_TRUSTED_PROXIES: '127.0.0.1/32' }],
    ['an address of others', { VOLANT_ORIGIN: 'https://volant.example' }],
    ['an address that only begins like this machine’s', { VOLANT_ORIGIN: 'http://localhost.example' }],
    ['a second factor that its accounts lack', { VOLANT_SECOND_FACTOR: 'staff' }],
    ['a real MongoDB', { VOLANT_MONGODB_URL: 'mongodb://127.0.0.1:27017' }],
    ['a real Kafka', { VOLANT_KAFKA_BROKERS: '127.0.0.1:9092' }],
    ['a real ClickHouse', { VOLANT_CLICKHOUSE_URL: 'http://127.0.0.1:8123' }],
  ])('is off by default beside %s, and refused if requested', (_, environment) => {
    expect(readSettings(environment).demo).toBe(false);
    expect(problemsOf(readSettings, { ...environment, VOLANT_DEMO: 'on' })).toEqual([
      expect.stringMatching(/^VOLANT_DEMO: demo data has known passwords and is refused when VOLANT_/),
    ]);
  });

  test.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])('is written at %s', (origin) => {
    expect(readSettings({ VOLANT_ORIGIN: origin }).demo).toBe(true);
  });

  test('is off if the setting turns it off', () => {
    expect(readSettings({ VOLANT_DEMO: 'off' }).demo).toBe(false);
  });
});

describe('VOLANT_ANSWER_RESET_TOKEN', () => {
  const VOLANT_ANSWER_RESET_TOKEN = 'on';

  test.each([{}, { HOST: '::1' }, { VOLANT_ORIGIN: 'http://localhost:3000' }, { VOLANT_DEMO: 'off' }])(
    'is accepted if only this machine reaches the product: %j',
    (more) => {
      expect(readSettings({ VOLANT_ANSWER_RESET_TOKEN, ...more }).answerResetToken).toBe(true);
    },
  );

  test.each([
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { HOST: '192.0.2.1' },
    { VOLANT_TRUSTED_PROXIES: '127.0.0.1/32' },
    { VOLANT_ORIGIN: 'https://volant.example' },
    { VOLANT_ORIGIN: 'http://localhost.example' },
  ])('is refused if other machines can reach the product: %j', (more) => {
    const environment = { VOLANT_ANSWER_RESET_TOKEN, VOLANT_DEMO: 'off', ...more };
    expect(problemsOf(readSettings, environment)).toEqual([
      expect.stringMatching(/^VOLANT_ANSWER_RESET_TOKEN: would let anybody into any account .* (HOST|VOLANT_)/),
    ]);
  });
});

test('trusted proxies are IPv4 and IPv6 addresses and ranges', () => {
  const VOLANT_TRUSTED_PROXIES = '10.0.0.0/8, 192.0.2.7,2001:db8::/32';
  expect(readSettings({ VOLANT_TRUSTED_PROXIES }).trustedProxies).toEqual(['10.0.0.0/8', '192.0.2.7', '2001:db8::/32']);
  expect(problemsOf(readSettings, { VOLANT_TRUSTED_PROXIES: '10.0.0.0/33' })).toHaveLength(1);
});

test('every wrong setting is named at once, and no secret is repeated', () => {
  const problems = problemsOf(readSettings, {
    PORT: '70000',
    VOLANT_LOG_LEVEL: 'loud',
    VOLANT_SUPERADMIN_PASSWORD: 'short',
  });
  expect(problems.map((problem) => problem.split(':')[0])).toEqual(
    expect.arrayContaining(['PORT', 'VOLANT_LOG_LEVEL', 'VOLANT_SUPERADMIN_PASSWORD']),
  );
  expect(problems.join()).not.toContain('short,');
});

test('a superadmin requires both an e-mail address and a password', () => {
  const email = 'operator@example.com';
  expect(problemsOf(readSettings, { VOLANT_SUPERADMIN_EMAIL: email })).toHaveLength(1);
  expect(
    readSettings({ VOLANT_SUPERADMIN_EMAIL: email, VOLANT_SUPERADMIN_PASSWORD: 'long enough' }).superadmin,
  ).toEqual({
    email,
    password: 'long enough',
  });
});

test('operators reach a product for other machines on loopback, unless the settings say otherwise', () => {
  expect(readSettings({ HOST: '0.0.0.0' }).operationsHost).toBe('127.0.0.1');
  expect(readSettings({ HOST: '0.0.0.0', VOLANT_OPERATIONS_HOST: '10.0.0.1' }).operationsHost).toBe('10.0.0.1');
});

test('a continuous backup needs its keys and a passphrase, and no real servers', () => {
  const place = { VOLANT_OFFSITE_URL: 's3://s3.example/backup' };
  expect(() => readSettings(place)).toThrow(/VOLANT_OFFSITE_PASSPHRASE.*\n.*_ACCESS_KEY.*\n.*_SECRET_KEY/);
  const whole = {
    ...{ ...place, VOLANT_OFFSITE_ACCESS_KEY: 'a', VOLANT_OFFSITE_SECRET_KEY: 'b' },
    VOLANT_OFFSITE_PASSPHRASE: 'long enough, and not on this disk alone',
  };
  expect(readSettings(whole)).toMatchObject({ offsiteUrl: place.VOLANT_OFFSITE_URL });
  expect(() => readSettings({ ...whole, VOLANT_OFFSITE_URL: 'https://s3.example/backup' })).toThrow(
    'VOLANT_OFFSITE_URL',
  );
  expect(() => readSettings({ ...whole, VOLANT_OFFSITE_PASSPHRASE: 'short' })).toThrow('at least 20 characters');
  const server = { VOLANT_CLICKHOUSE_URL: 'http://clickhouse:8123' };
  expect(() => readSettings({ ...whole, ...server })).toThrow('VOLANT_CLICKHOUSE_URL names a real server');
});
