/**
 * Replaces processes of another commit by those of this tree one by one, under load, and back again; does the main job
 * with every mixture on the way: `npm run test:upgrade -- [commit]`. Run by hand: the other commit has to be in this
 * clone, and is built there with its own packages.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

function run(command: string, args: readonly string[], cwd = ROOT, settings: NodeJS.ProcessEnv = {}): boolean {
  return spawnSync(command, args, { cwd, stdio: 'inherit', env: { ...process.env, ...settings } }).status === 0;
}

function upgradeFrom(commit: string): boolean {
  const former = path.join(mkdtempSync(path.join(tmpdir(), 'volant-former-')), 'tree');
  if (!run('git', ['worktree', 'add', '--quiet', '--detach', former, commit])) {
    console.error(
      `${commit} is not in this clone. Where it is shallow: git fetch --unshallow, or git fetch origin <commit>.`,
    );
    return false;
  }
  try {
    return (
      // Use npm's cache instead of downloading again.
      run('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], former) &&
      run('npx', ['--no-install', 'tsx', 'scripts/build.ts'], former) &&
      run('npx', ['--no-install', 'tsx', 'scripts/build.ts']) &&
      ['off', 'on'].every((back) =>
        run('npx', ['--no-install', 'vitest', 'run', '--project', 'servers-outages', 'e2e/tests/restarts'], ROOT, {
          VOLANT_TEST_FORMER: former,
          VOLANT_TEST_BACK: back,
        }),
      )
    );
  } finally {
    run('git', ['worktree', 'remove', '--force', former]);
    rmSync(path.dirname(former), { recursive: true, force: true });
  }
}

function outputOf(...args: readonly string[]): string {
  return spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' }).stdout.trim();
}

/** The last tag of a version; in a clone without tags the last commit that kept the contracts of a release. */
function lastRelease(): string {
  const tag = outputOf('describe', '--tags', '--abbrev=0', '--match', 'v*');
  return tag === '' ? outputOf('log', '-1', '--format=%H', '--', 'proto/released') : tag;
}

const commit = process.argv[2] ?? lastRelease();
console.log(`from ${commit}`);
process.exitCode = upgradeFrom(commit) ? 0 : 1;
