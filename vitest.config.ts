import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/longest-first.ts';
import { LONGER, PATIENCE_MS, TEST_MS } from './scripts/patience.ts';

// Workers and the threads that they start compile each module once for all runs: each opened file of SQLite starts a
// thread from its TypeScript source, which took more time than the thread's work in a test.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/node-compile', import.meta.url));

// graphql refuses to be loaded twice: Vite would load its ES module, while CommonJS users (@apollo/subgraph) load the
// other copy.
export const resolve = { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] };
const node = {
  environment: 'node' as const,
  setupFiles: ['./scripts/patient-tests.ts', './scripts/processor-time.ts'],
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

/** Tests with a word before their kind, such as `kill.all.e2e.test.ts`: `npm run test:all` and so on run them. */
const NOT_IN_NPM_TEST = ['**/node_modules/**', '**/*.{all,nightly,servers,outages,browsers}.*.test.{ts,tsx}'];
const SHARED_DEMO = './e2e/src/shared-demo.ts';
const SHARED_PRODUCT = './e2e/src/start-shared-product.ts';
/** `npm run test:all` tries some of their cases; the others are tried at night. */
const IN_PART = ['opened-screens', 'screens', 'attacks/graphql', 'attacks/pictures', 'attacks/rest'].map(
  (name) => `e2e/tests/${name}.all.e2e.test.ts`,
);

/** A mock of a module lasts for the whole process, and would reach the files after it. */
export const MOCK_MODULES = [
  'services/analytics/src/pipeline-schedules.all.int.test.ts',
  ...['passwords/passwords', 'sign-in/crowd.all', 'sign-in/guesses.all', 'sign-in/sessions'].map(
    (name) => `services/identity/src/${name}.int.test.ts`,
  ),
];

export default defineConfig({
  test: {
    // Three workers for each of two cores: many tests wait for a disk, a timer, a browser or a starting process.
    maxWorkers: 6,
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
          exclude: NOT_IN_NPM_TEST,
        },
      },
      {
        resolve,
        test: {
          ...node,
          name: 'int',
          // As for unit: loading the same modules for each file took a third of the time.
          isolate: false,
          include: ['{infra,services,gateway,standalone}/**/*.int.test.ts'],
          exclude: [...NOT_IN_NPM_TEST, ...MOCK_MODULES],
          pool: 'forks',
        },
      },
      {
        resolve,
        test: {
          ...node,
          name: 'int-alone',
          include: MOCK_MODULES,
          exclude: NOT_IN_NPM_TEST,
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
          exclude: NOT_IN_NPM_TEST,
          pool: 'forks',
        },
      },
      {
        resolve,
        test: {
          ...longer('all'),
          include: ['{proto,infra,services,gateway,standalone,scripts}/**/*.all.{unit,int}.test.ts'],
          pool: 'forks',
        },
      },
      {
        resolve,
        test: {
          ...longer('all-e2e'),
          isolate: false,
          include: ['e2e/**/*.all.e2e.test.ts'],
          globalSetup: [SHARED_DEMO, SHARED_PRODUCT],
          pool: 'forks',
        },
      },
      {
        resolve,
        test: {
          ...longer('nightly', { VOLANT_CASES: 'rest' }),
          include: [...IN_PART, '{infra,services,gateway,standalone,web}/**/*.nightly.int.test.ts'],
          globalSetup: SHARED_DEMO,
          pool: 'forks',
        },
      },
      {
        resolve,
        test: {
          ...longer('lighthouse'),
          include: ['e2e/tests/{lighthouse,paint-times}.nightly.e2e.test.ts'],
          pool: 'forks',
          fileParallelism: false,
          // Runs after all other tests, because scores and paints depend on the processor time left for the page.
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
          pool: 'forks',
          globalSetup: './scripts/servers/vitest-setup.ts',
        },
      },
      {
        resolve,
        test: {
          ...longer('servers-e2e'),
          include: ['e2e/**/*.servers.e2e.test.ts', ...ON_BOTH.map((name) => `e2e/tests/${name}{,.all}.e2e.test.ts`)],
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
          ...longer('outages'),
          include: ['infra/**/*.outages.test.ts', 'e2e/**/*.outages.e2e.test.ts'],
          pool: 'forks',
          fileParallelism: false,
          globalSetup: './scripts/servers/vitest-setup.ts',
        },
      },
    ],
  },
});
