/** Runs all static checks, then names those that failed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import { commandOf, GENERATED } from './generated.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const CHECKS: readonly { readonly name: string; readonly command: readonly string[] }[] = [
  { name: 'types', command: ['tsc', '-p', '.'] },
  { name: 'lint and format', command: ['biome', 'check', '--error-on-warnings', '.'] },
  { name: 'package arrows and cycles', command: ['tsx', 'scripts/check-arrows.ts'] },
  { name: 'texts from outside', command: ['tsx', 'scripts/check-outside-texts.ts'] },
  { name: 'unused files, exports and dependencies', command: ['knip', '--no-progress'] },
  { name: 'protobuf lint', command: ['buf', 'lint', 'proto'] },
  {
    name: 'protobuf breaking changes',
    // As an archive, because buf refuses a folder within the module itself.
    command: ['-c', 'tar -C proto/released/messages -cf - volant | buf breaking proto --against -#format=tar'],
  },
  { name: 'contracts of the last release', command: ['tsx', 'scripts/contracts.ts', 'check'] },
  ...GENERATED.map((generated) => ({ name: `${generated.name} up to date`, command: commandOf(generated, true) })),
  { name: 'texts in every language', command: ['tsx', 'scripts/check-texts.ts'] },
  { name: 'manifests of Kubernetes', command: ['tsx', 'scripts/k8s/main.ts', 'check'] },
];

async function run({ name, command: [program = '', ...args] }: (typeof CHECKS)[number]): Promise<string | undefined> {
  const child = spawn('npx', ['--no-install', program, ...args], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  const [output, complaints, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'}  ${name}`);
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
