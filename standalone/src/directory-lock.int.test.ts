import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { link, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDataDirectory } from './data-directory.ts';

const CONTENDER = fileURLToPath(new URL('./testing/lock-contender.ts', import.meta.url));
const PROCESSES = 3;
const TIMES = 200;

let directory: string;
let contenders: readonly ChildProcess[];
/** A socket whose process has ended. */
let leftBehind: string;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'volant-lock-'));
  leftBehind = path.join(directory, 'left.sock');
  const socket = path.join(directory, 'listening.sock');
  const server = createServer().listen(socket);
  await once(server, 'listening');
  await link(socket, leftBehind);
  server.close();
  contenders = Array.from({ length: PROCESSES }, () => fork(CONTENDER, { execArgv: ['--import', 'tsx'] }));
  await Promise.all(contenders.map((contender) => once(contender, 'message')));
});
afterAll(async () => {
  for (const contender of contenders) contender.kill();
  await rm(directory, { recursive: true, force: true });
});

function ask(contender: ChildProcess, message: object): Promise<string> {
  const answer = once(contender, 'message');
  contender.send(message);
  return answer.then(([text]) => String(text));
}

test(`of ${PROCESSES} processes that open a directory at one instant one holds it, ${TIMES} times`, async () => {
  for (let time = 0; time < TIMES; time += 1) {
    const open = path.join(directory, String(time));
    // Every other time the last holder was killed.
    if (time % 2 === 0) {
      await (await openDataDirectory(open)).release();
      await link(leftBehind, path.join(open, 'volant.sock'));
    }
    const answers = await Promise.all(contenders.map((contender) => ask(contender, { open })));
    const refusals = answers.filter((answer) => answer !== 'held');
    expect(refusals, `time ${time}`).toHaveLength(PROCESSES - 1);
    for (const refusal of refusals) expect(refusal).toMatch(/cannot be used: another Volant is/);
    await Promise.all(contenders.map((contender) => ask(contender, {})));
    expect(await readdir(open)).toEqual([]);
  }
});

test('a directory is held again once it is released, and after contenders were killed', async () => {
  const open = path.join(directory, 'again');
  for (let time = 0; time < 2; time += 1) {
    const held = await openDataDirectory(open, { keepsViews: true });
    await expect(openDataDirectory(open)).rejects.toThrow('another Volant is running on it');
    await held.release();
  }
  await link(leftBehind, path.join(open, 'volant-00000000.sock'));
  await writeFile(path.join(open, 'volant.sock'), '');
  const held = await openDataDirectory(open);
  expect(held.wasEmpty).toBe(true);
  expect(await readdir(open)).toEqual(['volant.sock']);
  await held.release();
});
