import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { PATIENCE_MS } from '../../../../scripts/patience.ts';

const SCRIPT = fileURLToPath(new URL('./stuck-writer.ts', import.meta.url));

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'volant-end-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

// With `process.exit` instead, these processes would never end.
it.each([
  ['deadline', 'shutdown takes too long'],
  ['second signal', 'second signal'],
  ['failed step', 'a step of the shutdown failed'],
  ['uncaught error', 'nobody has caught this error'],
])('%s: ends while a thread of the pool waits for ever, and says why', async (ending, line) => {
  const child = spawn(process.execPath, ['--import', 'tsx', SCRIPT, directory, ending], {
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const hanging = setTimeout(() => child.kill('SIGSEGV'), PATIENCE_MS);
  const [code, signal] = await once(child, 'close');
  clearTimeout(hanging);
  expect({ code, signal }).toEqual({ code: null, signal: 'SIGKILL' });
  expect(said).toContain(line);
});
