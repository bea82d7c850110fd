/** Has GitHub's workflows read by actionlint, and the Compose files by Compose's library, where they are installed. */
import { spawnSync } from 'node:child_process';
import { findActionlint, findComposeReader } from './k8s/tools.ts';

const COMPOSE_FILES = [
  'docker-compose.yml',
  ...['standalone', 'coolify', 'dokploy', 'casaos'].map((name) => `deploy/compose.${name}.yml`),
];

const READERS = [
  { name: 'actionlint', program: findActionlint(), args: [] },
  ...COMPOSE_FILES.map((file) => ({
    name: 'compose-reader',
    program: findComposeReader(),
    args: [file],
  })),
];

const missing = [...new Set(READERS.filter(({ program }) => program === undefined).map(({ name }) => name))];
if (missing.length > 0) {
  const sentence = `not tried: without ${missing.join(' and ')} (npm run k8s -- prepare)`;
  if (process.env.CI !== undefined) throw new Error(sentence);
  console.log(sentence);
}

for (const { program, args } of READERS) {
  if (program === undefined) continue;
  const { status, stderr } = spawnSync(program, args, { stdio: ['ignore', 'inherit', 'pipe'], encoding: 'utf8' });
  process.stderr.write(stderr);
  // Of a variable that is not set, the library only warns.
  if (status !== 0 || stderr !== '') process.exitCode = 1;
}
