import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const PROGRAM = fileURLToPath(new URL('./say-much.ts', import.meta.url));
/** More than the pipe and the reader's buffer hold. */
const LINES = 50_000;

it('writes everything to a slower reader', async () => {
  const child = spawn(process.execPath, ['--import', 'tsx', PROGRAM, String(LINES)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  let said = '';
  for await (const chunk of child.stdout) {
    if (said === '') await setTimeout(500);
    said += chunk;
  }
  expect(await ended).toEqual([0, null]);
  expect(said.trimEnd().split('\n')).toEqual(Array.from({ length: LINES }, (_, number) => `line ${number}`));
});
