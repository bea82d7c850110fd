import { openRaw, type RawConnection } from './raw-connection.ts';

export interface Crowd {
  /** Responses received so far, by status. */
  readonly statuses: ReadonlyMap<string, number>;
  /** Closes all connections. */
  end(): void;
}

export interface CrowdParts {
  readonly origin: string;
  /** Address of all its connections. */
  readonly localAddress: string;
  readonly connections: number;
  /** Requests that each connection sends at once. */
  readonly pipelined: number;
  /** Raw request number `i`. */
  readonly request: (i: number) => string;
}

/** One client with many connections, which sends its next requests as soon as the last ones are answered or refused. */
export function openCrowd({ origin, localAddress, connections, pipelined, request }: CrowdParts): Crowd {
  const statuses = new Map<string, number>();
  const open = new Set<RawConnection>();
  let sent = 0;
  let ended = false;

  function sendOn(connection: RawConnection): void {
    let text = '';
    for (let i = 0; i < pipelined; i += 1, sent += 1) text += request(sent);
    connection.write(text);
  }

  function connect(): void {
    const connection = openRaw(origin, { localAddress });
    let left = pipelined;
    open.add(connection);
    connection.socket.on('connect', () => sendOn(connection));
    connection.socket.on('data', (chunk: Buffer) => {
      for (const [, status = ''] of chunk.toString('latin1').matchAll(/HTTP\/1\.1 (\d{3})/g)) {
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        left -= 1;
      }
      if (left > 0 || ended) return;
      left = pipelined;
      sendOn(connection);
    });
    void connection.ended.then(() => {
      open.delete(connection);
      if (!ended) connect();
    });
  }

  for (let i = 0; i < connections; i += 1) connect();
  return {
    statuses,
    end() {
      ended = true;
      for (const { socket } of open) socket.destroy();
    },
  };
}
