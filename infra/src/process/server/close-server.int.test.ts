import { EventEmitter, once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { prepareToClose } from './close-server.ts';

const LEAVE_MS = 400;
const OPTIONS = { logger: false, return503OnClosing: false, forceCloseConnections: 'idle' } as const;

let server: FastifyInstance;
let origin: string;
let agent: Agent;
let close: () => Promise<void>;

beforeEach(async () => {
  server = fastify(OPTIONS);
  server.get('/', async () => 'here');
  close = prepareToClose(server, LEAVE_MS);
  origin = await server.listen({ host: '127.0.0.1', port: 0 });
  agent = new Agent({ keepAlive: true, maxSockets: 1 });
});
afterEach(async () => {
  agent.destroy();
  await server.close();
});

async function ask(): Promise<{ status: number | undefined; connection: string | undefined; reused: boolean }> {
  const request = get(origin, { agent });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  answer.resume();
  await once(answer, 'end');
  return { status: answer.statusCode, connection: answer.headers.connection, reused: request.reusedSocket };
}

it('answers on an idle connection with `Connection: close`, and then closes', async () => {
  expect(await ask()).toEqual({ status: 200, connection: 'keep-alive', reused: false });
  const closed = close();
  expect(await ask()).toEqual({ status: 200, connection: 'close', reused: true });
  await closed;
  await expect(ask()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

it('accepts new connections meanwhile, and does not wait for an unused one', async () => {
  const idle = connect(Number(new URL(origin).port), '127.0.0.1');
  await once(idle, 'connect');
  const closed = close();
  expect(await ask()).toEqual({ status: 200, connection: 'close', reused: false });
  await Promise.all([closed, once(idle.resume(), 'close')]);
});

it('closes idle connections after the grace period', async () => {
  await ask();
  const startedAt = performance.now();
  await close();
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(LEAVE_MS);
});

it('answers a request that was under way when it stopped listening', async () => {
  const alone = fastify(OPTIONS);
  alone.get('/', async () => 'here');
  const closeAtOnce = prepareToClose(alone, 0, 60_000);
  origin = await alone.listen({ host: '127.0.0.1', port: 0 });
  await ask();
  const closed = closeAtOnce();
  await sleep(400);
  expect(await ask()).toEqual({ status: 200, connection: 'close', reused: true });
  await closed;
});

it('waits only for running requests if the grace period is 0', async () => {
  const slow = fastify(OPTIONS);
  const handler = new EventEmitter();
  slow.get('/', async () => {
    handler.emit('request');
    await once(handler, 'answer');
    return 'here';
  });
  const closeAtOnce = prepareToClose(slow, 0);
  origin = await slow.listen({ host: '127.0.0.1', port: 0 });
  const unused = connect(Number(new URL(origin).port), '127.0.0.1');
  await once(unused, 'connect');
  const requested = once(handler, 'request');
  const running = ask();
  await requested;

  let isClosed = false;
  const closed = closeAtOnce().then(() => {
    isClosed = true;
  });
  await once(unused.resume(), 'close');
  expect(isClosed).toBe(false);
  handler.emit('answer');
  expect(await running).toMatchObject({ status: 200 });
  await closed;
});

it('answers connections that still waited to be accepted', async () => {
  const busy = fastify(OPTIONS);
  busy.get('/', async () => 'here');
  const closeAtOnce = prepareToClose(busy, 0);
  const { port } = new URL(await busy.listen({ host: '127.0.0.1', port: 0 }));
  const answers = Array.from({ length: 100 }, async () => {
    const client = connect(Number(port), '127.0.0.1').setEncoding('utf8');
    client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    let answer = '';
    for await (const text of client) answer += text;
    return answer.split('\r\n')[0];
  });
  // The system completes the connections; this process polls for them only later.
  await new Promise(process.nextTick);
  const closed = closeAtOnce();
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['HTTP/1.1 200 OK']));
  await closed;
});
