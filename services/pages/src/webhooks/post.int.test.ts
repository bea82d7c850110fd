import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCertificate } from '@volant/infra/testing/certificate';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createPost, type PostOptions } from './post.ts';

let folder: string;
let server: Server;
let port: number;
let connections = 0;
let answer: (response: ServerResponse) => void;
const { signal } = new AbortController();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'volant-post-'));
  const { files } = await makeCertificate(folder);
  const [cert, key] = await Promise.all([readFile(files.certificate), readFile(files.key)]);
  // The authority of the certificate is of this test alone.
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  server = createServer({ cert, key }, (_, response) => answer(response));
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true, force: true });
});

const post = (host: string, options: Partial<PostOptions> = {}) =>
  createPost({ privateHosts: [], ...options })(`https://${host}:${port}/`, { 'webhook-id': 'x' }, '{}', signal);
const REFUSED = { status: null, problem: 'PRIVATE_ADDRESS' };
const OWN = { privateHosts: ['localhost'] };

it.each([
  '127.0.0.1',
  '127.1',
  '0x7f000001',
  '2130706433',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '169.254.169.254',
  'localhost',
])('connects to no private address: %s', async (host) => {
  const before = connections;
  expect(await post(host)).toEqual(REFUSED);
  expect(connections).toBe(before);
});

it('checks the addresses that it connects to, and looks a name up once', async () => {
  let lookups = 0;
  const outcome = await post('rebound.example', {
    lookup(_, __, callback) {
      lookups += 1;
      callback(null, [{ address: '127.0.0.1', family: 4 }]);
    },
  });
  expect([outcome, lookups]).toEqual([REFUSED, 1]);
});

it('reaches a private address of a host that the operator names', async () => {
  answer = (response) => void response.writeHead(204).end();
  expect(await post('localhost', OWN)).toEqual({ status: 204, problem: null });
});

it('does not follow redirects, and counts other statuses than 2xx as refused', async () => {
  answer = (response) => void response.writeHead(302, { location: 'https://example.com/' }).end();
  expect(await post('localhost', OWN)).toEqual({ status: 302, problem: 'REFUSED' });
});

it('counts a status as soon as the head of the answer has come, whatever becomes of the body', async () => {
  answer = (response) => {
    response.writeHead(200, { 'content-length': 10 }).write('x', () => void response.destroy());
  };
  expect(await post('localhost', OWN)).toEqual({ status: 200, problem: null });
  // A body that never ends.
  answer = (response) => void response.writeHead(200).write('x');
  expect(await post('localhost', { ...OWN, timeoutMs: 20_000 })).toEqual({ status: 200, problem: null });
});

it.each([
  [429, '120', 120_000],
  [503, new Date(Date.now() + 3_600_000).toUTCString(), 3_600_000],
  [503, 'soon', undefined],
  [500, '120', undefined],
])('tells how long a receiver that answers %d wants no message: %s', async (status, header, expected) => {
  answer = (response) => void response.writeHead(status, { 'retry-after': header }).end();
  const { retryAfterMs, ...outcome } = await post('localhost', OWN);
  expect(outcome).toEqual({ status, problem: 'REFUSED' });
  if (expected === undefined) expect(retryAfterMs).toBeUndefined();
  else expect(Math.abs((retryAfterMs ?? 0) - expected)).toBeLessThan(60_000);
});

it('stops reading a large answer, and waiting for one that does not come', async () => {
  answer = (response) => void response.writeHead(200).write('x'.repeat(200_000));
  expect(await post('localhost', OWN)).toEqual({ status: 200, problem: null });
  answer = () => {};
  expect(await post('localhost', { ...OWN, timeoutMs: 50 })).toEqual({ status: null, problem: 'TIMEOUT' });
});
