import { connect, type Socket, type TcpNetConnectOpts } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A connection on which anything may be written, as clients that mean no good do. */
export interface RawConnection {
  readonly socket: Socket;
  write(text: string): void;
  /** What has come back so far. */
  readonly received: () => string;
  /** Resolves with what came back when the product ends the connection. */
  readonly ended: Promise<string>;
}

/** @param options such as the address it comes from, or that it stays half open when the product ends it */
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

/** Writes one sign after the other, slowly, until the connection ends; resolves with the milliseconds it lasted. */
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

/** The status of an answer as it came; 0 where none came. */
export function statusOf(received: string): number {
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(received)?.[1] ?? 0);
}
