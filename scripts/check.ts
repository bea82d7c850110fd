/** Runs all static checks, then names those that failed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
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

const CHECKS: readonly { readonly name: string; readonly command: readonly string[] }[] = [
  { name: 'types', command: ['tsc', '-p', '.'] },
  { name: 'lint and format', command: ['biome', 'check', '--error-on-warnings', '.'] },
  { name: 'package arrows and cycles', command: script('scripts/check-arrows.ts') },
  { name: 'texts from outside', command: script('scripts/check-outside-texts.ts') },
  { name: 'unused files, exports and dependencies', command: ['knip', '--no-progress'] },
  { name: 'protobuf lint', command: ['buf', 'lint', 'proto'] },
  {
    name: 'protobuf breaking changes',
    // As an archive, because buf refuses a folder within the module itself.
    command: ['sh', '-c', 'tar -C proto/released/messages -cf - volant | buf breaking proto --against -#format=tar'],
  },
  { name: 'contracts of the last release', command: script('scripts/contracts.ts', 'check') },
  ...GENERATED.map((generated) => ({
    name: `${generated.name} up to date`,
    command: [process.execPath, ...argumentsOf(generated, true)],
  })),
  { name: 'texts in every language', command: script('scripts/check-texts.ts') },
  { name: 'known vulnerabilities of dependencies', command: script('scripts/check-vulnerabilities.ts') },
  { name: 'workflows and docker-compose.yml', command: script('scripts/check-workflows-and-compose.ts') },
  { name: 'manifests of Kubernetes', command: script('scripts/k8s/main.ts', 'check', '--quick') },
];

async function run({ name, command: [program = '', ...args] }: (typeof CHECKS)[number]): Promise<string | undefined> {
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

// One check per core, because each check uses one core.
const inTurn = pLimit(availableParallelism());
const ended = await Promise.all(CHECKS.map((check) => inTurn(() => run(check))));
const failed = ended.filter((name) => name !== undefined);
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(', ')}`);
  process.exit(1);
}
