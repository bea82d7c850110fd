/**
 * The checks of `npm run check` that are modules of this tree. They run in one process, because most of them load the
 * gateway, GraphQL or a parser. As a program it runs those that are named, or all.
 */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { GENERATED } from './generated.ts';

interface ModuleCheck {
  readonly name: string;
  /** Prints what is wrong, and sets the exit code. */
  readonly script: string;
  /** Changed files that may break it; without a pattern `--changed` leaves it out. */
  readonly after?: RegExp;
}

export const MODULE_CHECKS: readonly ModuleCheck[] = [
  { name: 'package arrows', script: 'scripts/check-arrows.ts', after: /\.tsx?$|package\.json$/ },
  {
    name: 'texts from outside',
    script: 'scripts/check-outside-texts.ts',
    after: /^(proto|infra|services|gateway|web|standalone)\/.*\.tsx?$/,
  },
  {
    name: 'texts in every language',
    script: 'scripts/check-texts.ts',
    after: /\/texts\/|\/(?:errors|reasons|workbook)\.json$|^proto\/src\/text\/languages\.ts$|^web\/src\/.*\.tsx?$/,
  },
  ...GENERATED.map(({ name, ...generated }) => ({ name: `${name} up to date`, ...generated })),
  { name: 'contracts of the last release', script: 'scripts/contracts.ts' },
];

async function run(names: readonly string[]): Promise<void> {
  const failed: string[] = [];
  process.argv = [...process.argv.slice(0, 2), '--check'];
  for (const { name, script } of MODULE_CHECKS) {
    if (names.length > 0 && !names.includes(name)) continue;
    process.exitCode = 0;
    await import(path.join('..', script)).catch((error: unknown) => {
      console.error(error);
      process.exitCode = 1;
    });
    console.log(`${process.exitCode === 0 ? 'ok    ' : 'FAILED'}  ${name}`);
    if (process.exitCode !== 0) failed.push(name);
  }
  process.exitCode = failed.length === 0 ? 0 : 1;
  if (failed.length > 0) console.error(`Failed: ${failed.join(', ')}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run(process.argv.slice(2));
