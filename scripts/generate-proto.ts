/** Generates proto/src/volant from the .proto files; with `--check` only compares. Other folders are hand-written. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const PROTO = fileURLToPath(new URL('../proto', import.meta.url));
const PROGRAMS = path.join(PROTO, '../node_modules/.bin');
const GENERATED = path.join(PROTO, 'src/volant');

function contents(directory: string): Map<string, string> {
  const entries = readdirSync(directory, { withFileTypes: true, recursive: true });
  return new Map(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .map((file) => [path.relative(directory, file), readFileSync(file, 'utf8')]),
  );
}

const output = mkdtempSync(path.join(tmpdir(), 'volant-proto-'));
const fresh = path.join(output, 'src/volant');
try {
  const { status, stderr } = spawnSync('buf', ['generate', '--output', output], {
    cwd: PROTO,
    encoding: 'utf8',
    // For buf and for its plugin.
    env: { ...process.env, PATH: [PROGRAMS, process.env.PATH].join(path.delimiter) },
  });
  if (status !== 0) throw new Error(stderr);
  if (process.argv.includes('--check')) {
    const [expected, present] = [contents(fresh), contents(GENERATED)];
    const files = [...new Set([...expected.keys(), ...present.keys()])];
    const stale = files.filter((file) => expected.get(file) !== present.get(file));
    if (stale.length > 0) console.error(`Run "npm run generate": ${stale.join(', ')}`);
    process.exitCode = stale.length > 0 ? 1 : 0;
  } else {
    rmSync(GENERATED, { recursive: true, force: true });
    cpSync(fresh, GENERATED, { recursive: true });
  }
} finally {
  rmSync(output, { recursive: true, force: true });
}
