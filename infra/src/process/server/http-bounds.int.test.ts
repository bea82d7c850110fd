import { once } from 'node:events';
import { connect } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAssertions } from '../../auth/assertion.ts';
import { createLogger } from '../observability/log.ts';
import { createMetrics } from '../observability/metrics.ts';
import { createOperationsServer } from '../shell/operations-server.ts';
import { createReadiness } from '../shell/readiness.ts';
import { createServiceServer } from './service-server.ts';

const log = createLogger({ name: 'test', level: 'silent' });
let server: FastifyInstance;
let port: number;
beforeAll(async () => {
  server = createServiceServer({
    service: 'collect',
    assertions: createAssertions({ secret: 'a secret that is long enough for anybody' }),
    metrics: createMetrics({ name: 'collect' }),
    log,
    openRoutes: async (scope) => {
      scope.get('/open', async () => 'open');
    },
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  const address = server.server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
afterAll(() => server?.close());

/** Sends a text and then, while the connection is writable, one more byte every half second. */
async function converse(text: string, trickle = ''): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port });
  let answer = '';
  socket.on('data', (chunk: Buffer) => {
    answer += chunk.toString();
  });
  // The server may reset the connection while the last byte is on its way.
  socket.on('error', () => undefined);
  socket.write(text);
  const timer = setInterval(() => trickle !== '' && socket.writable && socket.write(trickle), 500);
  await once(socket, 'close');
  clearInterval(timer);
  return answer;
}

const get = (...headers: string[]) =>
  converse(['GET /open HTTP/1.1', ...headers, 'Connection: close', '', ''].join('\r\n'));

describe('a public server', () => {
  it('answers a request that names one host', async () => {
    expect(await get('Host: volant.example')).toMatch(/^HTTP\/1\.1 200 [\s\S]*open$/);
  });

  it.each([
    ['two hosts', ['Host: volant.example', 'Host: evil.example']],
    ['the same host twice', ['host: volant.example', 'HOST: volant.example']],
    ['no host', []],
  ])('refuses a request that names %s', async (_, headers) => {
    expect(await get(...headers)).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":"HOST_UNCLEAR"\}$/);
  });

  it('refuses an unparsable request with a code', async () => {
    expect(await converse('what is this\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":"MALFORMED_BODY"\}$/);
  });

  it('limits headers to 15 seconds, even if they trickle steadily', async () => {
    const began = performance.now();
    const answer = await converse('GET /open HTTP/1.1\r\nHost: volant.example\r\nX-Slow: ', 'a');
    expect(answer).toMatch(/^HTTP\/1\.1 408 [\s\S]*"code":"REQUEST_TIMEOUT"\}$/);
    // Node's own limit is a minute, checked every 30 seconds.
    expect(performance.now() - began).toBeLessThan(30_000);
  });
});

it('every server of a process has these bounds', () => {
  const metrics = createMetrics({ name: 'collect' });
  const operations = createOperationsServer(createReadiness({ servers: () => [], log }), metrics);
  for (const { server: http } of [server, operations]) {
    const { headersTimeout, requestTimeout, keepAliveTimeout, timeout } = http;
    expect([headersTimeout, requestTimeout, keepAliveTimeout, timeout]).toEqual([13_000, 90_000, 72_000, 60_000]);
    // The listeners of `boundConnections`, beside Node's own.
    expect([http.listenerCount('connection'), http.listenerCount('timeout')]).toEqual([2, 1]);
  }
  expect(fastify().server.headersTimeout).not.toBe(server.server.headersTimeout);
});
