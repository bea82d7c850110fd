import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Relay {
  /** Host and port. */
  readonly address: string;
  /** Sends new connections there; open ones stay. */
  use(target: URL): void;
  /** Closes all connections and accepts no more, as if the server were gone. */
  cut(): void;
  mend(): void;
  /** Delays each piece by this many milliseconds, called for each piece; 0 for no delay. */
  delay(lateMs: () => number): void;
  close(): Promise<void>;
}

/**
 * A proxy in front of a server that may go away, or in front of replicas like a cluster's load balancer.
 */
export async function startRelay(first: URL): Promise<Relay> {
  const sockets = new Set<Socket>();
  let target = first;
  let isCut = false;
  let lateMs = () => 0;
  const heldUp = () =>
    new Transform({
      async transform(piece, _, pass) {
        const ms = lateMs();
        if (ms > 0) await sleep(ms);
        pass(null, piece);
      },
    });
  const server = createServer({ noDelay: true }, (client) => {
    if (isCut) {
      client.destroy();
      return;
    }
    const upstream = connect({ port: Number(target.port), host: target.hostname, noDelay: true });
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.pipe(heldUp()).pipe(other);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroySoon();
      });
    }
  });
  const endAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    use(next) {
      target = next;
    },
    cut() {
      isCut = true;
      endAll();
    },
    mend() {
      isCut = false;
    },
    delay(next) {
      lateMs = next;
    },
    async close() {
      endAll();
      server.close();
      await once(server, 'close');
    },
  };
}
