/** Everything that can be known without running the product. Runs all checks, then says which failed. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const CHECKS: readonly { readonly name: string; readonly command: readonly string[] }[] = [
  { name: 'types', command: ['tsc', '-p', '.'] },
  { name: 'lint and format', command: ['biome', 'check', '--error-on-warnings', '.'] },
  { name: 'package arrows and cycles', command: ['tsx', 'scripts/check-arrows.ts'] },
  { name: 'texts from outside', command: ['tsx', 'scripts/check-outside-texts.ts'] },
  { name: 'unused files, exports and dependencies', command: ['knip', '--no-progress'] },
  { name: 'protobuf lint', command: ['buf', 'lint', 'proto'] },
  { name: 'protobuf breaking changes', command: ['buf', 'breaking', 'proto', '--against', 'proto/released.json'] },
  { name: 'protobuf code up to date', command: ['tsx', 'scripts/check-generated.ts'] },
  {
    name: 'supergraph composition',
    command: ['npm', 'run', '--silent', 'supergraph', '-w', '@volant/gateway', '--', '--check'],
  },
  {
    name: 'operations of the web client',
    command: ['npm', 'run', '--silent', 'operations', '-w', '@volant/web', '--', '--check'],
  },
  { name: 'description of the API', command: ['tsx', 'standalone/src/api-docs.ts', '--check'] },
  { name: 'texts in French and English', command: ['tsx', 'web/scripts/check-texts.ts'] },
  { name: 'manifests of Kubernetes', command: ['tsx', 'scripts/k8s/main.ts', 'check'] },
  { name: 'a test for each line of the acceptance list', command: ['tsx', 'scripts/acceptance.ts', '--check'] },
];

const failed = CHECKS.filter(({ name, command }) => {
  const [program, ...args] = command;
  const { status, stdout, stderr } = spawnSync('npx', ['--no-install', program ?? '', ...args], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const ok = status === 0;
  console.log(`${ok ? 'ok    ' : 'FAILED'}  ${name}`);
  if (!ok) console.log(`${stdout}${stderr}`);
  return !ok;
});
if (failed.length > 0) {
  console.error(`Failed: ${failed.map(({ name }) => name).join(', ')}`);
  process.exit(1);
}
