import { randomBytes } from 'node:crypto';
import { readdir, rename, rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { OperatorError } from '@volant/infra/process/settings/server-errors';

const LOCK = 'volant.sock';
const CONTENDER = /^volant-[0-9a-f]{8}\.sock$/;
const LOOK_EVERY_MS = 10;
const DECIDED_WITHIN_MS = 10_000;

/** Another process holds the directory; it may release it soon. */
class DirectoryIsLocked extends OperatorError {
  override readonly mayPass = true;
}

export function belongsToLock(name: string): boolean {
  return name === LOCK || CONTENDER.test(name);
}

/** A connection to the process that holds a directory; undefined if none does. */
export function connectToHolder(directory: string): Promise<Socket | undefined> {
  return connected(socketIn(directory, LOCK));
}

/** @throws the system's error if it is unknown whether a process listens */
function connected(socket: string): Promise<Socket | undefined> {
  return new Promise((resolve, reject) => {
    const client = connect(socket);
    client
      .once('connect', () => resolve(client))
      .once('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNREFUSED' || error.code === 'ENOENT') resolve(undefined);
        // It closes at this moment.
        else if (error.code === 'ECONNRESET') resolve(connected(socket));
        else reject(error);
      });
  });
}

/** The path of a socket is limited to about 100 bytes, that of a directory is not. */
function socketIn(directory: string, name: string): string {
  return path.relative(process.cwd(), path.join(directory, name));
}

export interface DirectoryLock {
  /** Accepts connections of commands. */
  readonly server: Server;
  release(): Promise<void>;
}

/**
 * Locks a directory by a listening socket, which the operating system releases however the process dies.
 *
 * A socket that was left behind has to be replaced, and no call does that only if it is still the same one. So each
 * process first listens on a socket of its own, then looks for others, and moves it to the name of the lock only if no
 * other process listens in the directory. Of several that see each other, the one whose name comes first goes on.
 * Contenders are looked for before the lock, because a winner moves from one to the other.
 * @throws DirectoryIsLocked
 */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  const mine = `volant-${randomBytes(4).toString('hex')}.sock`;
  const server = createServer((client) => void client.on('error', () => {}));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(socketIn(directory, mine), resolve);
  });
  try {
    const until = performance.now() + DECIDED_WITHIN_MS;
    for (;;) {
      const others = await listeningContenders(directory, mine);
      if (await isListening(directory, LOCK)) throw new DirectoryIsLocked('another Volant is running on it');
      if (others.length === 0) break;
      if (others.some((name) => name < mine) || performance.now() > until) {
        throw new DirectoryIsLocked('another Volant is being started on it');
      }
      await sleep(LOOK_EVERY_MS);
    }
    await rename(path.join(directory, mine), path.join(directory, LOCK));
  } catch (error) {
    await close(server);
    throw error;
  }
  await removeLeftBehind(directory);
  return {
    server: server.unref(),
    async release() {
      // Before it closes: the name could be that of the next process afterwards.
      await rm(path.join(directory, LOCK), { force: true });
      await close(server);
    },
  };
}

async function listeningContenders(directory: string, mine: string): Promise<readonly string[]> {
  const listening: string[] = [];
  for (const name of await readdir(directory)) {
    if (CONTENDER.test(name) && name !== mine && (await isListening(directory, name))) listening.push(name);
  }
  return listening;
}

async function isListening(directory: string, name: string): Promise<boolean> {
  const client = await connected(socketIn(directory, name));
  client?.destroy();
  return client !== undefined;
}

/** Sockets of processes that were killed before the lock was decided. */
async function removeLeftBehind(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (CONTENDER.test(name)) await rm(path.join(directory, name), { force: true });
  }
}

/** Also removes its socket. */
function close(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}
