/** `npm run generate`: writes every generated file. `npm run check` compares the same files. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { GENERATED } from './generated.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

for (const { name, script } of GENERATED) {
  console.log(name);
  // Each in a process of its own, because some import what those before them write.
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', script], { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}
