/**
 * Runs all static checks, then names those that failed. With `--changed` only those that the files changed since the
 * last commit may break, in seconds: what needs the whole tree, such as unused exports, is left to the full check.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import { MODULE_CHECKS } from './module-checks.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Where npm puts programs. Asking npm for each of them would take a third of the check's time. */
const PATH = [path.join(ROOT, 'node_modules/.bin'), process.env.PATH].join(path.delimiter);

interface Check {
  readonly name: string;
  readonly command: readonly string[];
  /** Prints the ends of its parts itself. */
  readonly hasParts?: boolean;
  /** Changed files that may break it; without a pattern `--changed` leaves it out. */
  readonly after?: RegExp;
}

const CHECKS: readonly Check[] = [
  // Several checkers would each make the types of the libraries.
  { name: 'types', command: ['tsc', '-p', '.', '--checkers', '1'], after: /\.tsx?$|^tsconfig\.json$/ },
  { name: 'lint and format', command: ['biome', 'check', '--error-on-warnings', '.'] },
  { name: 'unused files, exports and dependencies', command: ['knip', '--no-progress'] },
  { name: 'protobuf lint', command: ['buf', 'lint', 'proto'], after: /^proto\/.*\.proto$/ },
  {
    name: 'protobuf breaking changes',
    // As an archive, because buf refuses a folder within the module itself.
    command: ['sh', '-c', 'tar -C proto/released/messages -cf - volant | buf breaking proto --against -#format=tar'],
    after: /^proto\/.*\.proto$/,
  },
  {
    name: 'workflows and Compose files',
    command: [process.execPath, '--import', 'tsx', 'scripts/check-workflows-and-compose.ts'],
    after: /^\.github\/|^docker-compose\.yml$|^deploy\/compose\./,
  },
];

/** The checks that are modules, in one process. */
const modules = (names: readonly string[]): Check => ({
  name: 'modules',
  command: [process.execPath, '--import', 'tsx', 'scripts/module-checks.ts', ...names],
  hasParts: true,
});

/** The files that differ from the last commit, and new ones. */
function changedFiles(): readonly string[] {
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\0').filter(Boolean);
  return [
    ...git('diff', '--name-only', '-z', '--relative', 'HEAD'),
    ...git('ls-files', '--others', '--exclude-standard', '-z'),
  ];
}

function checksAfter(changed: readonly string[]): readonly Check[] {
  const present = changed.filter((file) => existsSync(path.join(ROOT, file)));
  const lint = {
    name: 'lint and format',
    command: [
      ...['biome', 'check', '--error-on-warnings', '--no-errors-on-unmatched', '--files-ignore-unknown=true'],
      ...present,
    ],
  };
  const isTouched = ({ after }: { readonly after?: RegExp }) =>
    after !== undefined && changed.some((file) => after.test(file));
  const touched = MODULE_CHECKS.filter(isTouched).map(({ name }) => name);
  return [
    ...(present.length > 0 ? [lint] : []),
    ...CHECKS.filter(isTouched),
    ...(touched.length > 0 ? [modules(touched)] : []),
  ];
}

async function run({ name, command: [program = '', ...args], hasParts = false }: Check): Promise<string | undefined> {
  const child = spawn(program, args, { cwd: ROOT, env: { ...process.env, PATH }, stdio: ['ignore', 'pipe', 'pipe'] });
  const [output, complaints, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  const [untried = ''] = /(?<=^not tried)(?:: .*)$/m.exec(output) ?? [];
  if (!hasParts) console.log(`${status !== 0 ? 'FAILED' : untried === '' ? 'ok    ' : 'not tried'}  ${name}${untried}`);
  if (hasParts || status !== 0) console.log(`${output}${complaints}`.trimEnd());
  if (status === 0) return undefined;
  return name;
}

const checks = process.argv.includes('--changed') ? checksAfter(changedFiles()) : [modules([]), ...CHECKS];
// One check per core, because each check uses one core.
const inTurn = pLimit(availableParallelism());
const ended = await Promise.all(checks.map((check) => inTurn(() => run(check))));
const failed = ended.filter((name) => name !== undefined);
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(', ')}`);
  process.exit(1);
}
