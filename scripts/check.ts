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
import { argumentsOf, GENERATED } from './generated.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Where npm puts programs. Asking npm for each of them would take a third of the check's time. */
const PATH = [path.join(ROOT, 'node_modules/.bin'), process.env.PATH].join(path.delimiter);
const script = (...args: readonly string[]) => [process.execPath, '--import', 'tsx', ...args];

interface Check {
  readonly name: string;
  readonly command: readonly string[];
  /** Changed files that may break it; without a pattern `--changed` leaves it out. */
  readonly after?: RegExp;
}

const CHECKS: readonly Check[] = [
  // Several checkers would each make the types of the libraries.
  { name: 'types', command: ['tsc', '-p', '.', '--checkers', '1'], after: /\.tsx?$|^tsconfig\.json$/ },
  { name: 'lint and format', command: ['biome', 'check', '--error-on-warnings', '.'] },
  { name: 'package arrows', command: script('scripts/check-arrows.ts'), after: /\.tsx?$/ },
  {
    name: 'texts from outside',
    command: script('scripts/check-outside-texts.ts'),
    after: /^(proto|infra|services|gateway|web|standalone)\/.*\.tsx?$/,
  },
  { name: 'unused files, exports and dependencies', command: ['knip', '--no-progress'] },
  { name: 'protobuf lint', command: ['buf', 'lint', 'proto'], after: /^proto\/.*\.proto$/ },
  {
    name: 'protobuf breaking changes',
    // As an archive, because buf refuses a folder within the module itself.
    command: ['sh', '-c', 'tar -C proto/released/messages -cf - volant | buf breaking proto --against -#format=tar'],
    after: /^proto\/.*\.proto$/,
  },
  { name: 'contracts of the last release', command: script('scripts/contracts.ts', 'check') },
  ...GENERATED.map((generated) => ({
    name: `${generated.name} up to date`,
    command: [process.execPath, ...argumentsOf(generated, true)],
    after: generated.after,
  })),
  {
    name: 'texts in every language',
    command: script('scripts/check-texts.ts'),
    after: /\/texts\/|\/(?:errors|reasons|workbook)\.json$|^proto\/src\/text\/languages\.ts$|^web\/src\/.*\.tsx?$/,
  },
  {
    name: 'workflows and docker-compose.yml',
    command: script('scripts/check-workflows-and-compose.ts'),
    after: /^\.github\/|^docker-compose\.yml$/,
  },
];

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
  // Rules about the whole project would read all of it.
  const projectRules = ['suspicious/noImportCycles', 'correctness/noUndeclaredDependencies'];
  const lint = {
    name: 'lint and format',
    command: [
      ...['biome', 'check', '--error-on-warnings', '--no-errors-on-unmatched', '--files-ignore-unknown=true'],
      ...projectRules.map((rule) => `--skip=${rule}`),
      ...present,
    ],
  };
  return [
    ...(present.length > 0 ? [lint] : []),
    ...CHECKS.filter(({ after }) => after !== undefined && changed.some((file) => after.test(file))),
  ];
}

async function run({ name, command: [program = '', ...args] }: Check): Promise<string | undefined> {
  const child = spawn(program, args, { cwd: ROOT, env: { ...process.env, PATH }, stdio: ['ignore', 'pipe', 'pipe'] });
  const [output, complaints, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  const [untried = ''] = /(?<=^not tried)(?:: .*)$/m.exec(output) ?? [];
  console.log(`${status !== 0 ? 'FAILED' : untried === '' ? 'ok    ' : 'not tried'}  ${name}${untried}`);
  if (status === 0) return undefined;
  console.log(`${output}${complaints}`);
  return name;
}

const checks = process.argv.includes('--changed') ? checksAfter(changedFiles()) : CHECKS;
// One check per core, because each check uses one core.
const inTurn = pLimit(availableParallelism());
const ended = await Promise.all(checks.map((check) => inTurn(() => run(check))));
const failed = ended.filter((name) => name !== undefined);
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(', ')}`);
  process.exit(1);
}
