import { readdirSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { PATIENCE_MS, TEST_MS } from '../scripts/patience.ts';

/** Newer versions of Node have their own `localStorage`, which would hide jsdom's. */
const withoutOwnStorage = process.allowedNodeEnvironmentFlags.has('--no-experimental-webstorage')
  ? ['--no-experimental-webstorage']
  : [];

const pageForTests = { styles: ['/assets/test.css'], scripts: ['/assets/a.js', '/assets/b.js', '/assets/c.js'] };
/** The same for each page. */
const pagesForTests = `new Proxy({}, { get: () => (${JSON.stringify(pageForTests)}) })`;
const catalogues = readdirSync(new URL('./src/i18n/texts', import.meta.url)).map((name) => name.replace(/\.json$/, ''));
const assetsForTests = {
  script: '/assets/finished-test.js',
  font: '/assets/font-test.woff2',
  graph: { styles: [], scripts: ['/assets/graph.js'] },
  texts: Object.fromEntries(catalogues.map((name) => [name, `/assets/${name}.js`])),
};

export default defineConfig({
  plugins: [
    {
      // In a build these are the hashed names of the client's files; see client-assets.ts.
      name: 'client-assets-for-tests',
      resolveId: (id) => (id === 'virtual:client-assets' ? `\0${id}` : undefined),
      load: (id) =>
        id === '\0virtual:client-assets'
          ? `export const assets = { ...${JSON.stringify(assetsForTests)}, pages: ${pagesForTests} };`
          : undefined,
    },
    {
      // In a build this is the hashed name of the script; see public-script.ts.
      name: 'script-address-for-tests',
      resolveId: (id) => (id === 'virtual:public-script-address' ? `\0${id}` : undefined),
      load: (id) =>
        id === '\0virtual:public-script-address' ? "export default '/assets/public-page-test.js';" : undefined,
    },
  ],
  test: {
    name: 'web',
    environment: 'jsdom',
    // Load modules once per worker instead of per file: isolation took more than half of the time.
    isolate: false,
    // Vitest runs projects together only if they have as many workers.
    maxWorkers: 6,
    execArgv: withoutOwnStorage,
    include: ['src/**/*.unit.test.{ts,tsx}'],
    setupFiles: ['../scripts/patient-tests.ts', '../scripts/processor-time.ts', './src/testing/setup.ts'],
    expect: { poll: { timeout: PATIENCE_MS }, requireAssertions: true },
    testTimeout: TEST_MS,
    css: { include: /\?inline$/ },
  },
});
