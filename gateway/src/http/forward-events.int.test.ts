import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLogger } from '@volant/infra/process/observability/log';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sendError } from './error-answers.ts';
import { createEventForwarding, type Forwarding } from './forward-events.ts';

const log = createLogger({ name: 'test', level: 'silent' });

let analytics: Server;
let seen: { readonly headers: IncomingMessage['headers']; readonly body: string }[];
let gateway: FastifyInstance;
let forwarding: Forwarding;

async function start(url: string, trustProxy: string | false): Promise<string> {
  forwarding = createEventForwarding({ url, log });
  gateway = fastify({ trustProxy });
  gateway.setErrorHandler((error, request, reply) => sendError(error, request, reply, log, () => {}));
  await gateway.register(forwarding.routes);
  return gateway.listen({ host: '127.0.0.1', port: 0 });
}

function post(origin: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${origin}/api/public/events`, {
    method: 'POST',
    body: '{"type":"VIEW"}',
    headers: { 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0', cookie: 'a=b', ...headers },
  });
}

beforeEach(async () => {
  seen = [];
  analytics = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    seen.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
    response.writeHead(429, {
      'content-type': 'application/json',
      'retry-after': '7',
      vary: 'Accept-Language',
      'x-internal': '1',
    });
    response.end('{"code":"TOO_MANY_REQUESTS"}');
  });
  await new Promise<void>((resolve) => analytics.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  await gateway.close();
  await forwarding.close();
  analytics.closeAllConnections();
  analytics.close();
});

const analyticsUrl = () => `http://127.0.0.1:${(analytics.address() as AddressInfo).port}`;

it('forwards events unchanged, and returns the answer', async () => {
  const answer = await post(await start(analyticsUrl(), false));
  expect(answer.status).toBe(429);
  expect(answer.headers.get('retry-after')).toBe('7');
  expect(answer.headers.get('vary')).toBe('Accept-Language');
  expect(answer.headers.get('x-internal')).toBeNull();
  expect(await answer.json()).toEqual({ code: 'TOO_MANY_REQUESTS' });
  expect(seen).toMatchObject([
    { body: '{"type":"VIEW"}', headers: { 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0' } },
  ]);
  expect(seen[0]?.headers.cookie).toBeUndefined();
});

it('sends the client’s own address, regardless of the client’s headers', async () => {
  await post(await start(analyticsUrl(), false), { 'x-forwarded-for': '203.0.113.9', 'x-volant-country': 'FR' });
  expect(seen[0]?.headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1' });
  expect(seen[0]?.headers['x-volant-country']).toBeUndefined();
});

it('sends the browser’s headers about the page’s site, and the requested host', async () => {
  const browser = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  const at = await start(analyticsUrl(), false);
  await post(at, browser);
  expect(seen[0]?.headers).toMatchObject({ ...browser, 'x-forwarded-host': new URL(at).host });
});

it('trusts our proxies, and forwards their country header', async () => {
  const headers = { 'x-forwarded-for': '198.51.100.1, 203.0.113.9', 'x-volant-country': 'FR' };
  await post(await start(analyticsUrl(), '127.0.0.1'), headers);
  expect(seen[0]?.headers).toMatchObject({ 'x-forwarded-for': '203.0.113.9', 'x-volant-country': 'FR' });
});

it('refuses bodies that are too large itself, with any transfer encoding', async () => {
  const origin = await start(analyticsUrl(), false);
  const tooMuch = Buffer.alloc(65 * 1024, 'x');
  const inPieces = new ReadableStream({
    start(controller) {
      controller.enqueue(tooMuch);
      controller.close();
    },
  });
  for (const body of [tooMuch, inPieces]) {
    const answer = await fetch(`${origin}/api/public/events`, { method: 'POST', body, duplex: 'half' } as RequestInit);
    expect([answer.status, await answer.json()]).toMatchObject([413, { code: 'PAYLOAD_TOO_LARGE' }]);
  }
  expect(seen).toEqual([]);
});

it('answers UNAVAILABLE when analytics does not answer', async () => {
  const answer = await post(await start('http://127.0.0.1:1', false));
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toBe('2');
  expect(await answer.json()).toMatchObject({ code: 'UNAVAILABLE' });
});
