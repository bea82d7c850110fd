import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GatewayUnderTest, startGateway } from '../testing/gateway-under-test.ts';

interface Answered {
  readonly status: number | undefined;
  readonly body: string;
}

let demo: GatewayUnderTest;
let open: GatewayUnderTest;
beforeAll(async () => {
  demo = await startGateway({
    onlyThisMachine: 'DEMO_FROM_ELSEWHERE',
    pages: [{ pageUid: '019a0000-0000-7000-8000-000000000001', publicId: 'card', version: 1n }],
  });
  open = await startGateway();
});
afterAll(async () => {
  await Promise.all([demo?.close(), open?.close()]);
});

function ask(port: number, path: string, headers: Record<string, string>, method = 'GET'): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers: { host: 'localhost', ...headers } });
    sent.once('error', reject);
    sent.once('response', (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => {
        body += chunk.toString();
      });
      response.once('end', () => resolve({ status: response.statusCode, body }));
    });
    sent.end();
  });
}

const CALLS = [
  ['POST', '/api/auth/login'],
  ['GET', '/api/auth/me'],
  ['GET', '/d/card'],
  ['GET', '/api/public/pages/card'],
  ['GET', '/'],
  ['GET', '/site.json'],
  ['GET', '/no/such/screen'],
] as const;

describe('a server for this machine only', () => {
  it.each([
    { 'x-forwarded-for': '192.0.2.7' },
    { forwarded: 'for=192.0.2.7' },
    { via: '1.1 proxy' },
    { 'x-real-ip': '192.0.2.7' },
    { host: 'volant.example' },
    { host: '192.168.1.5:3000' },
    { host: 'localhost.evil.example' },
  ])('refuses requests from elsewhere: %j', async (headers) => {
    for (const [method, path] of CALLS) {
      const { status, body } = await ask(demo.port, path, { ...headers, 'accept-language': 'en' }, method);
      expect([path, status, JSON.parse(body)]).toEqual([
        path,
        403,
        { success: false, code: 'DEMO_FROM_ELSEWHERE', error: expect.stringContaining('VOLANT_DEMO=off') },
      ]);
    }
    const graphql = await ask(demo.port, '/graphql', headers, 'POST');
    expect([graphql.status, graphql.body]).toEqual([403, expect.stringContaining('"code":"DEMO_FROM_ELSEWHERE"')]);
  });

  it('does not reveal developer routes', async () => {
    expect((await ask(demo.port, '/dev/mailbox', { via: '1.1 proxy' })).status).toBe(404);
  });

  it.each(['localhost:3000', '127.0.0.1', '[::1]:3000'])('answers under %s', async (host) => {
    expect((await ask(demo.port, '/api/auth/login', { host }, 'POST')).body).not.toContain('DEMO_FROM_ELSEWHERE');
    expect((await ask(demo.port, '/site.json', { host })).status).toBe(200);
  });
});

it('a server without the demo answers any host', async () => {
  const { status } = await ask(open.port, '/site.json', { 'x-forwarded-for': '192.0.2.7', host: 'volant.example' });
  expect(status).toBe(200);
});
