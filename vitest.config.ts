import { defineConfig } from 'vitest/config';
import { PATIENCE_MS } from './scripts/patience.ts';

// Vite would take graphql's ES module where its CommonJS users (@apollo/subgraph) take the other copy, and graphql refuses two.
export const resolve = { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] };
/** What fails must fail for what it says, and not because the machine is busy: these end only what hangs. */
const node = {
  environment: 'node' as const,
  setupFiles: ['./scripts/patient-tests.ts'],
  expect: { poll: { timeout: PATIENCE_MS } },
  testTimeout: 1_200_000,
  hookTimeout: 1_200_000,
};
/** A test that comes to no assertion fails: its callback was never called, or its list was empty. */
export const asserting = { ...node, expect: { ...node.expect, requireAssertions: true } };

/** Run twice: embedded in one process, and on real servers with every service a process of its own. */
const ON_BOTH = ['authorization', 'claims', 'erasure', 'http', 'kill', 'main-job', 'restart', 'support'];

/** Servers killed and stopped for minutes, again and again: by hand, `npm run test:outages`. */
const OUTAGES = [
  ...['alerts', 'endurance', 'mongodb-kills', 'outages', 'restarts', 'unreadable'].map(
    (name) => `e2e/tests/${name}.servers.e2e.test.ts`,
  ),
  'infra/src/event-store/mongo-event-store-processes.servers.test.ts',
];

const LIGHTHOUSE = 'e2e/tests/lighthouse.e2e.test.ts';
/** What repeats or measures for minutes: `npm run test:long`, which runs Lighthouse as well. */
const LONG = [
  ...['kill', 'malformed', 'screens'].map((name) => `e2e/tests/${name}.e2e.test.ts`),
  'standalone/src/transfer/transfer.int.test.ts',
  'services/analytics/src/pipeline-schedules.int.test.ts',
];

/** What needs a process for each file: chdb opens one directory a process, and a mocked module is mocked for the process. */
const ALONE = [
  'infra/src/analytics-database/*.int.test.ts',
  'services/analytics/**/*.int.test.ts',
  'services/identity/src/commands/{crowd,guesses,passwords,sessions}.int.test.ts',
  'standalone/**/*.int.test.ts',
];

export default defineConfig({
  test: {
    // Two for each of two cores: many tests wait for a disk, a timer or a process that starts.
    maxWorkers: 4,
    reporters: ['default', './scripts/counting-reporter.ts'],
    projects: [
      {
        resolve,
        test: {
          ...asserting,
          name: 'unit',
          // Modules are loaded once for a worker and not once for each file: half of the time went there.
          isolate: false,
          include: ['{proto,infra,services,gateway,standalone,scripts,bench,e2e}/**/*.unit.test.ts'],
        },
      },
      {
        resolve,
        test: {
          ...node,
          name: 'int',
          // As with unit: a third of the time went into loading the same modules for each file.
          isolate: false,
          include: ['{infra,services,gateway}/**/*.int.test.ts'],
          exclude: ['**/node_modules/**', ...ALONE, ...LONG],
          pool: 'forks',
        },
      },
      {
        resolve,
        test: {
          ...node,
          name: 'int-alone',
          include: ALONE,
          exclude: ['**/node_modules/**', ...LONG],
          pool: 'forks',
        },
      },
      './web/vitest.config.ts',
      {
        resolve,
        test: {
          ...node,
          name: 'e2e',
          // As with unit: what drives a browser is large, and was loaded for each of some forty files.
          isolate: false,
          include: ['e2e/**/*.e2e.test.ts'],
          exclude: ['**/node_modules/**', '**/*.servers.e2e.test.ts', LIGHTHOUSE, ...LONG],
          pool: 'forks',
        },
      },
      {
        resolve,
        test: {
          ...node,
          name: 'long',
          include: LONG,
          pool: 'forks',
        },
      },
      {
        resolve,
        test: {
          ...node,
          name: 'lighthouse',
          include: [LIGHTHOUSE],
          pool: 'forks',
          // Once all others are over: its scores are of what the machine has left for the page.
          sequence: { groupOrder: 1 },
        },
      },
      // Not part of `npm test`: these need the servers that `npm run servers` starts.
      {
        resolve,
        test: {
          ...node,
          name: 'servers',
          include: ['{infra,services,gateway,standalone}/**/*.servers.test.ts'],
          exclude: ['**/node_modules/**', ...OUTAGES],
          pool: 'forks',
          globalSetup: './scripts/servers/vitest-setup.ts',
        },
      },
      {
        resolve,
        test: {
          ...node,
          name: 'servers-e2e',
          include: ['e2e/**/*.servers.e2e.test.ts', ...ON_BOTH.map((name) => `e2e/tests/${name}.e2e.test.ts`)],
          exclude: ['**/node_modules/**', ...OUTAGES],
          pool: 'forks',
          fileParallelism: false,
          globalSetup: './scripts/servers/vitest-setup.ts',
        },
      },
      {
        resolve,
        test: {
          ...node,
          name: 'servers-outages',
          include: OUTAGES,
          pool: 'forks',
          fileParallelism: false,
          globalSetup: './scripts/servers/vitest-setup.ts',
        },
      },
    ],
  },
});
