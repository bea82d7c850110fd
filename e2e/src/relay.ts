import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Relay {
  /** Host and port. */
  readonly address: string;
  /** Sends new connections there; those that stand stay where they are. */
  use(target: URL): void;
  /** Ends all connections and takes no more: to whoever stands behind it, the server is gone. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

/** Stands between a process and a server that may go away, or before replicas as a cluster's load balancer does. */
export async function startRelay(first: URL): Promise<Relay> {
  const sockets = new Set<Socket>();
  let target = first;
  let isCut = false;
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
      socket.pipe(other);
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
    async close() {
      endAll();
      server.close();
      await once(server, 'close');
    },
  };
}
