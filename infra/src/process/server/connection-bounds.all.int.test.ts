import { EventEmitter, once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { boundConnections, type ConnectionBounds } from './connection-bounds.ts';
import { connectionRefusal, HTTP_BOUNDS } from './http-bounds.ts';

const LARGE = Buffer.alloc(32 * 1024 * 1024, 'x');
/** The product's bounds, a hundred times as fast. */
const QUICK = {
  ...HTTP_BOUNDS,
  requestTimeout: 900,
  connectionTimeout: 600,
  keepAliveTimeout: 300,
  http: { ...HTTP_BOUNDS.http, headersTimeout: 300, connectionsCheckingInterval: 50 },
  forceCloseConnections: true,
};
const CLOSED_WITHIN_MS = 50;
const PATIENCE = 60_000;

let server: FastifyInstance;
let release: () => void;
const clients: Socket[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  await server.close();
});

async function listen(bounds: ConnectionBounds = {}, { slowly = false, host = '127.0.0.1' } = {}): Promise<void> {
  server = fastify({ ...QUICK, clientErrorHandler: connectionRefusal([], CLOSED_WITHIN_MS) });
  boundConnections(server.server, bounds);
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  server.get('/', async () => 'here');
  server.get('/large', async () => LARGE);
  server.get('/held', async (_, reply) => {
    await released;
    return reply.send(slowly ? LARGE : 'held');
  });
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
  server.post('/', async ({ body }) => `${(body as Buffer).length} bytes`);
  await server.listen({ host, port: 0 });
}

/** A client that reads nothing and never closes its side. */
async function open(text = '', localAddress = '127.0.0.1'): Promise<Socket> {
  const address = (server.server as Server).address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const client = connect({
    host: localAddress.includes(':') ? '::1' : '127.0.0.1',
    port,
    localAddress,
    allowHalfOpen: true,
  });
  clients.push(client);
  client.on('error', () => undefined);
  await once(client, 'connect');
  client.write(text);
  return client;
}

const held = () => new Promise<number>((resolve) => server.server.getConnections((_, count) => resolve(count)));

async function answerOn(client: Socket): Promise<string> {
  client.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  let answer = '';
  client.on('data', (chunk: Buffer) => {
    answer += chunk.toString();
  });
  await Promise.race([once(client, 'end'), once(client, 'close')]);
  return answer;
}

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n';
const POST = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\n';

describe('a stalled connection', () => {
  it.each([
    ['that sends nothing', ''],
    ['that sends half a header', 'GET / HTTP/1.1\r\nHos'],
    ['that sends what is no request', 'what is this\r\n\r\n'],
    ['that announces a body and does not send it', `${POST}Content-Length: 10\r\n\r\n`],
    ['that stops in a body of chunks', `${POST}Transfer-Encoding: chunked\r\n\r\n5\r\nhel`],
    ['that waits to be told to go on and does not', `${POST}Expect: 100-continue\r\nContent-Length: 9\r\n\r\n`],
    ['that announces a body for a call without one', `${GET}Content-Length: 10\r\n\r\n`],
    ['that is idle after a request', `${GET}\r\n`],
    ['that is idle after a request of HTTP/1.0', 'GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n'],
    ['that asks for another protocol', `${GET}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`],
    ['that wants to go elsewhere', 'CONNECT other.example:443 HTTP/1.1\r\nHost: other.example:443\r\n\r\n'],
    ['whose large answer is not read', 'GET /large HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['whose last answer is not read', 'GET /large HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
    ['whose large answers are not read', 'GET /large HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(10)],
    ['whose small answers are not read', `${GET}\r\n`.repeat(10)],
    ['that sends no request after an unread answer', `GET /large HTTP/1.1\r\nHost: x\r\n\r\nwhat is this\r\n\r\n`],
  ])('is closed: one %s', async (_, text) => {
    await listen();
    await open(text);
    await vi.waitFor(async () => expect(await held()).toBe(1));
    await vi.waitFor(async () => expect(await held()).toBe(0), PATIENCE);
  });

  it.each([
    ['headers', GET, 'X'],
    ['a body of a known length', `${POST}Content-Length: 9999\r\n\r\n`, 'x'],
    ['a body of chunks', `${POST}Transfer-Encoding: chunked\r\n\r\n`, '1\r\nx\r\n'],
  ])('is closed if it dribbles %s', async (_, text, bit) => {
    await listen();
    const client = await open(text);
    const dribble = setInterval(() => client.writable && client.write(bit), 50);
    await vi.waitFor(async () => expect(await held()).toBe(0), PATIENCE).finally(() => clearInterval(dribble));
    expect(client.bytesWritten).toBeGreaterThan(text.length);
  });

  it('is closed if it ended its side and does not read', async () => {
    await listen();
    (await open('GET /large HTTP/1.1\r\nHost: x\r\n\r\n')).end();
    await vi.waitFor(async () => expect(await held()).toBe(0), PATIENCE);
  });

  it('is closed if it does not read a slow answer', async () => {
    await listen({}, { slowly: true });
    await open('GET /held HTTP/1.1\r\nHost: x\r\n\r\n');
    await sleep(QUICK.connectionTimeout + 200);
    expect(await held()).toBe(1);
    release();
    await vi.waitFor(async () => expect(await held()).toBe(0), PATIENCE);
  });
});

describe('a connection stays open', () => {
  it('while its client reads slowly', async () => {
    await listen();
    const client = await open('GET /large HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    const began = performance.now();
    let read = 0;
    let step = 0;
    for await (const chunk of client as AsyncIterable<Buffer>) {
      read += chunk.length;
      step += chunk.length;
      if (step < LARGE.length / 16) continue;
      step = 0;
      await sleep(QUICK.connectionTimeout / 10);
    }
    expect(performance.now() - began).toBeGreaterThan(QUICK.connectionTimeout);
    expect(read).toBeGreaterThan(LARGE.length);
  });

  it('while the server works on its request', async () => {
    await listen();
    const client = await open('GET /held HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    await sleep(QUICK.connectionTimeout + 200);
    const answer = once(client, 'data');
    release();
    expect(String(await answer)).toContain('200 OK');
  });
});

describe('a network', () => {
  it('loses its oldest idle connection with each connection beyond its limit', async () => {
    await listen({ ofNetwork: 3 });
    const silent = [await open(), await open(), await open()];
    const ended = once(silent[0] as Socket, 'end');
    silent[0]?.resume();
    expect(await answerOn(await open())).toContain('here');
    await ended;
    await vi.waitFor(async () => expect(await held()).toBe(2));
  });

  it('is refused another connection while the server works for all it holds', async () => {
    await listen({ ofNetwork: 2 });
    const busy = [
      await open('GET /held HTTP/1.1\r\nHost: x\r\n\r\n'),
      await open('GET /held HTTP/1.1\r\nHost: x\r\n\r\n'),
    ];
    await sleep(50);
    expect(await answerOn(await open())).toBe('');
    expect(await answerOn(await open('', '127.0.0.2'))).toContain('here');
    release();
    for (const client of busy) expect(String((await once(client, 'data'))[0])).toContain('200 OK');
  });

  it('of a trusted proxy has no limit of its own', async () => {
    await listen({ ofNetwork: 2, trustedProxies: ['127.0.0.0/8'] });
    for (let i = 0; i < 5; i += 1) await open();
    await vi.waitFor(async () => expect(await held()).toBe(5));
  });

  it('of IPv6 is a /64, and more loosely the /48 around it', () => {
    const listener = new EventEmitter();
    boundConnections(listener as Server, { total: 1_000, ofNetwork: 2 });
    const opened = (remoteAddress: string) => {
      const socket = Object.assign(new EventEmitter(), { remoteAddress, destroy: vi.fn() });
      listener.emit('connection', socket);
      return socket;
    };
    const first = Array.from({ length: 3 }, () => opened('2001:db8:1:1::1'));
    expect(first.map(({ destroy }) => destroy.mock.calls.length)).toEqual([1, 0, 0]);
    const others = Array.from({ length: 31 }, (_, i) => opened(`2001:db8:1:${i + 2}::1`));
    expect(first.map(({ destroy }) => destroy.mock.calls.length)).toEqual([1, 1, 0]);
    opened('2001:db8:2:1::1');
    expect([...first.slice(2), ...others].every(({ destroy }) => destroy.mock.calls.length === 0)).toBe(true);
  });

  it.each([
    ['silent', ''],
    ['dribbling a body', `${POST}Content-Length: 10\r\n\r\nx`],
    ['not reading', 'GET /large HTTP/1.1\r\nHost: x\r\n\r\n'],
  ])('with many connections that are %s makes room for others', async (_, text) => {
    await listen({ total: 20 });
    for (let i = 0; i < 60; i += 1) await open(text, '127.0.0.2');
    for (let i = 0; i < 3; i += 1) expect(await answerOn(await open())).toContain('here');
    expect(await held()).toBeLessThanOrEqual(20);
  });

  it('gets a connection while many others hold one each', async () => {
    await listen({ total: 20 });
    for (let i = 0; i < 40; i += 1) await open('', `127.0.1.${i + 1}`);
    expect(await answerOn(await open())).toContain('here');
  });
});

describe('pipelined requests', () => {
  it('are answered in order if they are few', async () => {
    await listen();
    const client = await open(`${GET}\r\n`.repeat(7));
    let answers = '';
    client.on('data', (chunk: Buffer) => {
      answers += chunk.toString();
    });
    await vi.waitFor(() => expect(answers.match(/200 OK/g)).toHaveLength(7));
  });

  it('close their connection beyond the limit, and the rest is not even parsed', async () => {
    await listen();
    let requests = 0;
    server.server.on('request', () => {
      requests += 1;
    });
    const client = (await open(`${GET}\r\n`.repeat(1_500))).resume();
    await Promise.race([once(client, 'end'), once(client, 'close')]);
    expect(requests).toBeLessThan(10);
  });
});
