import { defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/longest-first.ts';
import { LONGER, PATIENCE_MS, TEST_MS } from './scripts/patience.ts';

// graphql refuses to be loaded twice: Vite would load its ES module, while CommonJS users (@apollo/subgraph) load the
// other copy.
export const resolve = { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] };
const node = {
  environment: 'node' as const,
  setupFiles: ['./scripts/patient-tests.ts'],
  expect: { poll: { timeout: PATIENCE_MS } },
  testTimeout: TEST_MS,
  hookTimeout: TEST_MS,
};
/** For a project whose tests take minutes. */
function longer(name: string, env: Readonly<Record<string, string>> = {}) {
  const factor = LONGER[name] ?? 1;
  return {
    ...node,
    name,
    // Waits in the tests read it in their own process.
    env: { ...env, VOLANT_TEST_PATIENCE: String(factor * Number(process.env.VOLANT_TEST_PATIENCE ?? 1)) },
    expect: { poll: { timeout: factor * PATIENCE_MS } },
    testTimeout: factor * TEST_MS,
    hookTimeout: factor * TEST_MS,
  };
}
/** A test that reaches no assertion fails: its callback was not called, or its list was empty. */
export const asserting = { ...node, expect: { ...node.expect, requireAssertions: true } };

/** Run twice: embedded in one process, and on real servers with a process for each service. */
const ON_BOTH = ['authorization', 'claims', 'erasure', 'http', 'kill', 'main-job', 'restart', 'support', 'webhooks'];

/** Kill and stop servers for minutes, repeatedly. Run by hand: `npm run test:outages`. */
const OUTAGES = [
  ...['alerts', 'endurance', 'mongodb-kills', 'outages', 'restarts', 'servers-away', 'unreadable'].map(
    (name) => `e2e/tests/${name}.servers.e2e.test.ts`,
  ),
  'infra/src/event-store/mongo-event-store-processes.servers.test.ts',
];

const LIGHTHOUSE = 'e2e/tests/lighthouse.e2e.test.ts';
const SHARED_DEMO = './e2e/src/shared-demo.ts';
const SHARED_PRODUCT = './e2e/src/start-shared-product.ts';
/** `npm test` tries some of their cases; the others are tried at night. */
const IN_PART = ['opened-screens', 'screens', 'retries', 'attacks/graphql', 'attacks/pictures', 'attacks/rest'].map(
  (name) => `e2e/tests/${name}.e2e.test.ts`,
);
const THOUSAND_CARDS = 'web/src/print/thousand-cards.int.test.ts';
/** Repeat or measure for minutes, or try what only other tests and benches use: not in `npm test`, but in .ci/run. */
const LONG = [
  ...['backup', 'kill', 'malformed', 'attacks/{crowding,dearest,histories,log-ins,turns}'].map(
    (name) => `e2e/tests/${name}.e2e.test.ts`,
  ),
  'services/analytics/src/testing/**/*.int.test.ts',
  'standalone/src/{transfer/transfer,backup/live-backup}.int.test.ts',
  'services/analytics/src/pipeline-schedules.int.test.ts',
];

/** A mock of a module lasts for the whole process, and would reach the files after it. */
export const MOCK_MODULES = [
  'services/analytics/src/pipeline-schedules.int.test.ts',
  ...['crowd', 'guesses', 'passwords', 'sessions'].map((name) => `services/identity/src/commands/${name}.int.test.ts`),
];

/** Need a process for each file: chdb opens one directory per process. */
const ALONE = [
  ...MOCK_MODULES,
  'infra/src/analytics-database/*.int.test.ts',
  'services/analytics/**/*.int.test.ts',
  'standalone/**/*.int.test.ts',
];

export default defineConfig({
  test: {
    // Two workers for each of two cores: many tests wait for a disk, a timer or a starting process.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    reporters: ['default', './scripts/counting-reporter.ts'],
    projects: [
      {
        resolve,
        test: {
          ...asserting,
          name: 'unit',
          // Load modules once per worker instead of once per file: loading took half of the time.
          isolate: false,
          include: ['{proto,infra,services,gateway,standalone,scripts,bench,e2e}/**/*.unit.test.ts'],
        },
      },
      {
        resolve,
        test: {
          ...node,
          name: 'int',
          // As for unit: loading the same modules for each file took a third of the time.
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
          // As for unit: the browser driver is large and was loaded for each of some forty files.
          isolate: false,
          include: ['e2e/**/*.e2e.test.ts'],
          globalSetup: [SHARED_DEMO, SHARED_PRODUCT],
          exclude: ['**/node_modules/**', '**/*.{servers,browsers}.e2e.test.ts', LIGHTHOUSE, ...LONG],
          pool: 'forks',
        },
      },
      {
        resolve,
        test: {
          ...longer('long'),
          include: LONG,
          globalSetup: SHARED_DEMO,
          pool: 'forks',
        },
      },
      {
        resolve,
        test: {
          ...longer('other-cases', { VOLANT_CASES: 'rest' }),
          include: [...IN_PART, THOUSAND_CARDS],
          globalSetup: SHARED_DEMO,
          pool: 'forks',
        },
      },
      {
        resolve,
        test: {
          ...longer('lighthouse'),
          include: [LIGHTHOUSE],
          pool: 'forks',
          // Runs after all other tests, because Lighthouse's scores depend on the processor time left for the page.
          sequence: { groupOrder: 1 },
        },
      },
      // Not part of `npm test`: needs the browsers of Debian's packages, and skips those that are not installed.
      {
        resolve,
        test: {
          ...node,
          name: 'browsers',
          include: ['e2e/**/*.browsers.e2e.test.ts'],
          pool: 'forks',
        },
      },
      // Not part of `npm test`: does the main job on a running product, at VOLANT_TEST_ORIGIN.
      { resolve, test: { ...node, name: 'running', include: ['e2e/tests/main-job.e2e.test.ts'], pool: 'forks' } },
      // Not part of `npm test`: needs the servers that `npm run servers` starts.
      {
        resolve,
        test: {
          ...longer('servers'),
          include: ['{infra,services,gateway,standalone}/**/*.servers.test.ts'],
          exclude: ['**/node_modules/**', ...OUTAGES],
          pool: 'forks',
          globalSetup: './scripts/servers/vitest-setup.ts',
        },
      },
      {
        resolve,
        test: {
          ...longer('servers-e2e'),
          include: ['e2e/**/*.servers.e2e.test.ts', ...ON_BOTH.map((name) => `e2e/tests/${name}.e2e.test.ts`)],
          exclude: ['**/node_modules/**', ...OUTAGES],
          pool: 'forks',
          // Five processes for each: a third product would wait for the processor. After `servers`, which has more workers.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          globalSetup: './scripts/servers/vitest-setup.ts',
        },
      },
      {
        resolve,
        test: {
          ...longer('servers-outages'),
          include: OUTAGES,
          pool: 'forks',
          fileParallelism: false,
          globalSetup: './scripts/servers/vitest-setup.ts',
        },
      },
    ],
  },
});
