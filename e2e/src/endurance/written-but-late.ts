import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** What a client sees of an insert that was written; a different fault each time. */
const FAULTS = ['cut', 'timeout', 'held'] as const;
/** Longer than the product's timeout for ClickHouse. */
const HELD_MS = 40_000;
/** One fault in this many takes half a minute. */
const HELD_EVERY = 25;

export interface LateInserts {
  readonly url: string;
  /** Number of inserts with a fault: ClickHouse wrote every row, but the client got no success. */
  faults(): number;
  /** Switches the faults on or off. */
  misbehave(from: boolean): void;
  close(): Promise<void>;
}

/**
 * A proxy in front of ClickHouse. After all rows of an insert have been written, it closes the connection, answers with
 * a timeout, or does not answer until the client gives up.
 */
export async function startLateInserts(target: string, chance = 0.5): Promise<LateInserts> {
  let count = 0;
  let misbehaves = false;

  async function passOn(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const upstream = request(new URL(incoming.url ?? '/', target), {
      method: incoming.method,
      headers: incoming.headers,
    });
    incoming.pipe(upstream);
    const [answer] = (await once(upstream, 'response')) as [IncomingMessage];
    const body = await buffer(answer);
    const statement = new URL(incoming.url ?? '/', target).searchParams.get('query') ?? '';
    const isInsert = /^\s*INSERT\b/i.test(statement) && answer.statusCode === 200;
    if (!isInsert || !misbehaves || Math.random() > chance) {
      response.writeHead(answer.statusCode ?? 502, answer.headers).end(body);
      return;
    }
    count += 1;
    const fault = count % HELD_EVERY === 0 ? 'held' : FAULTS[count % 2];
    if (fault === 'timeout') {
      const text = 'Code: 159. DB::Exception: Timeout exceeded: elapsed 30 seconds. (TIMEOUT_EXCEEDED)';
      response.writeHead(500, { 'x-clickhouse-exception-code': '159', 'content-type': 'text/plain' }).end(text);
    } else if (fault === 'held') {
      setTimeout(() => response.destroy(), HELD_MS).unref();
    } else {
      response.destroy();
    }
  }

  const server = createServer((incoming, response) => {
    passOn(incoming, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    faults: () => count,
    misbehave(from) {
      misbehaves = from;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
