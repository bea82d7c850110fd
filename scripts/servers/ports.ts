import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/**
 * Below the system's range of ephemeral ports: while its server is down, an ephemeral port could be taken by another
 * process, or a connection to it could connect to itself.
 */
const LOWEST = 20_000;
const HIGHEST = 32_000;

/**
 * Reserves free ports of this machine for the life of this process, so that a server can stop and start again on its
 * port.
 */
export async function freePorts(count: number): Promise<number[]> {
  const found: number[] = [];
  for (let tries = 0; found.length < count; tries += 1) {
    if (tries > 1_000) throw new Error(`There are no ${count} free ports between ${LOWEST} and ${HIGHEST}.`);
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST));
    if ((await claim(port)) && (await isFree(port))) found.push(port);
  }
  return found;
}

/** Like {@link freePorts}, for one port. */
export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1);
  return port;
}

/**
 * Reserves the port among all processes that use this function: binds the UDP port of the same number, which does not
 * conflict with TCP servers and which the system releases when the process ends.
 * @returns false if another process has reserved it
 */
async function claim(port: number): Promise<boolean> {
  const socket = createSocket('udp4').unref();
  try {
    socket.bind({ port, address: '127.0.0.1', exclusive: true });
    await once(socket, 'listening');
    return true;
  } catch {
    socket.close();
    return false;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

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
