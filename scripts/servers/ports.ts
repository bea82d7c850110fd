import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/**
 * Below the range the system gives to outgoing connections and to whoever asks for any port:
 * a port out of that range could be taken, or even be connected to itself, while its server is down.
 */
const LOWEST = 20_000;
const HIGHEST = 32_000;

/**
 * So many ports of this machine that nobody listens on. Nobody else is given them while this process lives,
 * so that what listens on one may be stopped and started again there.
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

/** As {@link freePorts}, one. */
export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1);
  return port;
}

/**
 * Claims the port for this process among all that ask here: binds the UDP port of that number, which no TCP
 * server is in the way of, and which the system gives back when the process ends.
 * @returns false where another has it
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
