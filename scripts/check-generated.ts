/**
 * Fails if the TypeScript in proto/src/volant differs from what the .proto files generate. Folders beside `volant` are
 * written by hand.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const PROTO = fileURLToPath(new URL('../proto', import.meta.url));

function contents(directory: string): Map<string, string> {
  const entries = readdirSync(directory, { withFileTypes: true, recursive: true });
  return new Map(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .map((file) => [path.relative(directory, file), readFileSync(file, 'utf8')]),
  );
}

const fresh = mkdtempSync(path.join(tmpdir(), 'volant-proto-'));
try {
  const { status, stderr } = spawnSync('npx', ['--no-install', 'buf', 'generate', '--output', fresh], {
    cwd: PROTO,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  const wanted = contents(path.join(fresh, 'src/volant'));
  const present = contents(path.join(PROTO, 'src/volant'));
  const stale = [...new Set([...wanted.keys(), ...present.keys()])].filter(
    (file) => wanted.get(file) !== present.get(file),
  );
  if (stale.length > 0) {
    console.error(`Run "npm run generate -w @volant/proto": ${stale.join(', ')}`);
    process.exitCode = 1;
  }
} finally {
  rmSync(fresh, { recursive: true, force: true });
}
