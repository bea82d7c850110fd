import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Balancer {
  readonly origin: string;
  /** Sends new connections there; those that stand stay where they are. */
  use(origin: string): void;
  close(): Promise<void>;
}

/** Stands before the replicas of a process, as the load balancer of a cluster does. */
export async function startBalancer(first: string): Promise<Balancer> {
  const sockets = new Set<Socket>();
  let target = new URL(first);
  const server = createServer({ noDelay: true }, (client) => {
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
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    use(origin) {
      target = new URL(origin);
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
