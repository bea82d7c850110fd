/** The process for forced-end.int.test.ts: a thread of libuv's pool waits for ever, as at a disk that does not answer. */
import { execFileSync } from 'node:child_process';
import { open } from 'node:fs';
import { join } from 'node:path';
import { createLogger } from '../observability/log.ts';
import { createShutdown } from './shutdown.ts';

const [, , path = '', ending = ''] = process.argv;
const never = new Promise<void>(() => {});

const pipe = join(path, 'pipe');
execFileSync('mkfifo', [pipe]);
// It opens once somebody writes to it.
open(pipe, 'r', () => {});
await new Promise((resolve) => setTimeout(resolve, 100));

const shutdown = createShutdown({
  log: createLogger({ name: 'test' }),
  timeoutMs: ending === 'deadline' ? 100 : 600_000,
});
shutdown.add('stores', () => {
  if (ending === 'failed step') throw new Error('cannot be closed');
  return never;
});
shutdown.listen();
if (ending === 'uncaught error') {
  const fail = () => {
    throw new Error('nobody catches this');
  };
  setTimeout(fail, 1);
  setTimeout(fail, 50);
} else process.kill(process.pid, 'SIGTERM');
if (ending === 'second signal') setTimeout(() => process.kill(process.pid, 'SIGTERM'), 2_100);
