import { connect, type Socket, type TcpNetConnectOpts } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A connection for arbitrary bytes, as malicious clients send them. */
export interface RawConnection {
  readonly socket: Socket;
  write(text: string): void;
  /** The response so far. */
  readonly received: () => string;
  /** Resolves with the response when the product closes the connection. */
  readonly ended: Promise<string>;
}

/** @param options for example the local address, or staying half open after the product closes the connection */
export function openRaw(origin: string, options: Partial<TcpNetConnectOpts> = {}): RawConnection {
  const { hostname, port } = new URL(origin);
  const socket = connect({ ...options, port: Number(port), host: hostname });
  let text = '';
  socket.setNoDelay(true);
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
  });
  const ended = new Promise<string>((resolve) => {
    socket.on('error', () => resolve(text));
    socket.on('close', () => resolve(text));
  });
  return { socket, write: (some) => socket.write(some, 'latin1'), received: () => text, ended };
}

/**
 * Writes one character after the other, slowly, until the connection closes; resolves with its duration in
 * milliseconds.
 */
export async function trickle(connection: RawConnection, sign: string, pauseMs = 500): Promise<number> {
  const begun = performance.now();
  let open = true;
  const ended = connection.ended.then(() => {
    open = false;
  });
  while (open) {
    if (connection.socket.writable) connection.write(sign);
    await Promise.race([sleep(pauseMs), ended]);
  }
  return performance.now() - begun;
}

/** The status of a raw response; 0 if there is none. */
export function statusOf(received: string): number {
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(received)?.[1] ?? 0);
}
