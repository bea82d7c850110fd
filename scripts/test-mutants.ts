/**
 * Mutation tests of the files under the given paths: `npm run test:mutants -- services/pages/src/page --int gateway`.
 * Runs the package's unit tests, or only those under the paths after `--tests`, and the integration tests under the
 * paths after `--int`. Each mutant in code that runs at module load needs all of the tests, so these are skipped
 * without `--static`.
 */
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const { values, positionals } = parseArgs({
  options: {
    tests: { type: 'string', multiple: true, default: [] },
    int: { type: 'string', multiple: true, default: [] },
    static: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
if (positionals.length === 0) {
  console.error(
    'Which package, folder or file? npm run test:mutants -- <path> … [--tests <path>] [--int <path>] [--static]',
  );
  process.exit(1);
}

const under = (path: string, files: string) =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ? `${path.replace(/\/$/, '')}/${files}` : path;
const packageOf = (path: string) => /^(?:services\/)?[^/]+/.exec(path)?.[0] ?? path;
const tests = [
  ...new Set(
    (values.tests.length > 0 ? values.tests : positionals.map(packageOf)).map((path) =>
      under(path, '**/*.unit.test.ts'),
    ),
  ),
  ...values.int.map((path) => under(path, '**/*.int.test.ts')),
];
const mutate = [
  ...positionals.map((path) => under(path, '**/*.ts')),
  '!**/*.test.ts',
  '!**/contract.ts',
  '!**/*-contract.ts',
  '!**/testing/**',
];
const args = [
  '--no-install',
  'stryker',
  'run',
  '--mutate',
  mutate.join(),
  ...(values.static ? [] : ['--ignoreStatic']),
];
const { status } = spawnSync('npx', args, {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...process.env, VOLANT_MUTANT_TESTS: tests.join() },
});
process.exit(status ?? 1);
