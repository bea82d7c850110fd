import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { PROCESS_ENVIRONMENT, problemsOf } from '../../testing/process-environment.ts';
import { INTERNAL_SECRETS, INTERNAL_SHAPE, needsServers, settingsReader } from './process-settings.ts';

const readSettings = settingsReader({
  port: 4009,
  shape: { ...INTERNAL_SHAPE, TABLES: z.coerce.number().int(), KEY: z.string().min(10, 'is too short') },
  secrets: [...INTERNAL_SECRETS, 'KEY'],
  rules: [needsServers('mongodb', 'kafka')],
  own: ({ TABLES }) => ({ isOne: TABLES === 1 }),
});

test('reads the common settings beside its own', () => {
  const environment = { ...PROCESS_ENVIRONMENT, TABLES: '3', KEY: 'a long key', VOLANT_LOG_LEVEL: 'warn' };
  expect(readSettings(environment)).toMatchObject({
    port: 4009,
    operationsHost: '127.0.0.1',
    operationsPort: 9464,
    operationsPortIsSet: false,
    host: '127.0.0.1',
    logLevel: 'warn',
    migrations: 'run',
    internalSecret: PROCESS_ENVIRONMENT.VOLANT_INTERNAL_SECRET,
    servers: { mongodb: { url: 'mongodb://db:27017' } },
    environment,
    tables: 3,
    isOne: false,
    key: 'a long key',
  });
  expect(readSettings({ ...environment, PORT: '5000' }).port).toBe(5000);
  const chosen = { HOST: '10.0.0.1', VOLANT_OPERATIONS_PORT: '9464' };
  expect(readSettings({ ...environment, ...chosen })).toMatchObject({
    operationsHost: '10.0.0.1',
    operationsPortIsSet: true,
  });
});

test('exposes the names of its settings, including those of secret files', () => {
  const { names } = readSettings;
  const read = [
    'PORT',
    'HOST',
    'TABLES',
    'KEY',
    'KEY_FILE',
    'VOLANT_INTERNAL_SECRET_FILE',
    'VOLANT_MONGODB_PASSWORD_FILE',
  ];
  expect(read.filter((name) => !names.has(name))).toEqual([]);
  expect(['TABLES_FILE', 'PORT_FILE', 'VOLANT_ORIGIN'].filter((name) => names.has(name))).toEqual([]);
});

test('names every missing or invalid setting at once, common or its own, and no secret', () => {
  const problems = problemsOf(readSettings, { KEY: 's3cret', VOLANT_INTERNAL_SECRET: 's3cret', PORT: '70000' });
  const named = problems.map((problem) => problem.split(':')[0]);
  const expected = ['PORT', 'VOLANT_INTERNAL_SECRET', 'TABLES', 'KEY', 'VOLANT_MONGODB_URL', 'VOLANT_KAFKA_BROKERS'];
  expect(named.toSorted()).toEqual(expected.toSorted());
  expect(problems.join('')).not.toContain('s3cret');
});

test.each(['"/data"', "'10.0.0.1'", '""'])(
  'refuses the value %s, which has quotes around it, but not in a secret',
  (HOST) => {
    const environment = { ...PROCESS_ENVIRONMENT, TABLES: '3', KEY: '"a long key"', HOST };
    expect(problemsOf(readSettings, environment)).toEqual([expect.stringMatching(/^HOST: has quotes around it/)]);
  },
);

test.each(['0x10', '1e2', '-1', '5.5', '٣'])('refuses %j for a number', (PORT) => {
  const environment = { ...PROCESS_ENVIRONMENT, TABLES: '3', KEY: 'a long key', PORT };
  expect(problemsOf(readSettings, environment)).toEqual(['PORT: must be a port number']);
});

test('says the same of a number that is too large, and of a misspelt level', () => {
  const environment = {
    ...PROCESS_ENVIRONMENT,
    TABLES: '3',
    KEY: 'a long key',
    PORT: '70000',
    VOLANT_LOG_LEVEL: 'WARN',
  };
  expect(problemsOf(readSettings, environment)).toEqual([
    'VOLANT_LOG_LEVEL: must be debug, info, warn, error or silent',
    'PORT: must be a port number',
  ]);
});

test('reads values from files with line ends of Windows, and keeps blanks in secrets only', () => {
  const given = {
    ...PROCESS_ENVIRONMENT,
    TABLES: '3',
    KEY: ' a long key \r',
    HOST: ' 10.0.0.1\r',
    VOLANT_LOG_LEVEL: '\r',
  };
  expect(readSettings(given)).toMatchObject({ host: '10.0.0.1', key: ' a long key ', logLevel: 'info' });
});

test('reads secrets from files of Windows, and refuses files that are not UTF-8', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'volant-secret-'));
  const read = async (bytes: Uint8Array) => {
    const file = path.join(directory, 'key');
    await writeFile(file, bytes);
    return { ...PROCESS_ENVIRONMENT, TABLES: '3', KEY_FILE: file };
  };
  try {
    expect(readSettings(await read(Buffer.from('\ufeffa long key\r\n'))).key).toBe('a long key');
    for (const bytes of [Buffer.from('\ufeffa long key', 'utf16le'), Buffer.from('a long k\u00e9y', 'latin1')])
      expect(problemsOf(readSettings, await read(bytes))).toEqual(['KEY_FILE: the file is not UTF-8']);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});

test('reads its own secrets from files too', () => {
  const problems = problemsOf(readSettings, { ...PROCESS_ENVIRONMENT, TABLES: '3', KEY_FILE: '/nowhere/key' });
  expect(problems).toEqual([expect.stringMatching(/^KEY_FILE: /)]);
});
