import type { Server } from 'node:net';

/** The address once it listens: the system chooses the port if the setting is 0. */
export function addressOf(host: string, bound: ReturnType<Server['address']>): string {
  const port = typeof bound === 'object' ? bound?.port : undefined;
  const isLoopback = host === '127.0.0.1' || host === '::1';
  return `http://${isLoopback ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** @param origin public origin, if it is set */
export function readyLine(origin: string | undefined, address: string, seconds: number): string {
  const places = origin === undefined ? address : `${origin}, on ${address}`;
  return `Volant is ready at ${places} (${seconds.toFixed(1)} s)`;
}
