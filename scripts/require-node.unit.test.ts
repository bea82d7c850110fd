import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const PROGRAM = fileURLToPath(new URL('require-node.cjs', import.meta.url));

/** Runs the program as if Node had this version. */
function startWith(version: string) {
  const code = `Object.defineProperty(process.versions, 'node', { value: '${version}' }); require(${JSON.stringify(PROGRAM)});`;
  return spawnSync(process.execPath, ['--eval', code], { encoding: 'utf8' });
}

test.each(['18.0.0', '20.19.0', '22.21.0'])('refuses Node %s with what to type', (version) => {
  const { status, stderr } = startWith(version);
  expect(status).toBe(78);
  expect(stderr).toMatch(new RegExp(`^Volant needs Node 24 or later, and this is ${version}\\. .*npm ci.*\\n$`));
});

test.each(['24.0.0', '26.12.1'])('accepts Node %s', (version) => {
  expect(startWith(version)).toMatchObject({ status: 0, stderr: '' });
});
