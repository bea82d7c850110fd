/** `npm run generate`: writes every generated file. `npm run check` compares the same files. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { argumentsOf, GENERATED } from './generated.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

for (const generated of GENERATED) {
  console.log(generated.name);
  const { status } = spawnSync(process.execPath, argumentsOf(generated, false), { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}
