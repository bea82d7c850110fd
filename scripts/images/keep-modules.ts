/**
 * `tsx scripts/images/keep-modules.ts <folder>` copies the packages that are not bundled into the programs, for the
 * images.
 */
import { cpSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { foldersOf, LEFT_OUT, READ_AS_FILES } from './left-out.ts';

/** Source maps and types are not needed at runtime. */
const UNUSED = /\.(map|d\.[cm]?ts)$/;
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const [target] = process.argv.slice(2);
if (target === undefined) throw new Error('Say the folder to copy to.');

const lockfile = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8'));
for (const folder of foldersOf([...LEFT_OUT, ...READ_AS_FILES], lockfile)) {
  const from = path.join(ROOT, folder);
  // Packages for other platforms are not installed.
  if (!existsSync(from)) continue;
  cpSync(from, path.join(target, path.relative('node_modules', folder)), {
    recursive: true,
    filter: (file) => !UNUSED.test(file) && !path.relative(from, file).includes('node_modules'),
  });
}
