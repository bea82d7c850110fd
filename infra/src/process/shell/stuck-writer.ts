/**
 * The process for forced-end.int.test.ts: LMDB's writer waits in a libuv thread for JavaScript, as it does briefly at
 * every commit.
 */
import { open } from 'lmdb';
import { openRoom } from '../../lmdb/room.ts';
import { createLogger } from '../observability/log.ts';
import { createShutdown } from './shutdown.ts';

const [, , path = '', ending = ''] = process.argv;
const never = new Promise<void>(() => {});

const root = open({ path, overlappingSync: false, eventTurnBatching: false });
const room = await openRoom(root, path, undefined);
const entries = root.openDB<number, number>({ name: 'entries' });
await new Promise<void>((writing) => {
  void room.write({ entries: 1, bytes: 1 }, () =>
    root.childTransaction(() => {
      entries.putSync(1, 1);
      writing();
      return never;
    }),
  );
});

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
