import { connect, createServer } from 'node:net';

/**
 * Below the range the system gives to outgoing connections: a port out of that
 * range could be taken, or even be connected to itself, while its server is down.
 */
const LOWEST = 20_000;
const HIGHEST = 32_000;

/** So many ports of this machine that nobody listens on. */
export async function freePorts(count: number): Promise<number[]> {
  const found = new Set<number>();
  for (let tries = 0; found.size < count; tries += 1) {
    if (tries > 1_000) throw new Error(`There are no ${count} free ports between ${LOWEST} and ${HIGHEST}.`);
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST));
    if (!found.has(port) && (await isFree(port))) found.add(port);
  }
  return [...found];
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/** Whether something listens there. */
export function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
