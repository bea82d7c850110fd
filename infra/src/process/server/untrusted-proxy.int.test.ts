import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { createLogger } from '../observability/log.ts';
import { createMetrics } from '../observability/metrics.ts';
import { createNotices } from '../shell/notices.ts';
import { readForwarded, watchForwarded } from './untrusted-proxy.ts';

async function watched(trustedProxies: readonly string[], remoteAddress: string, requests: object[]) {
  const lines: string[] = [];
  const log = createLogger({ name: 'test', destination: { write: (line) => void lines.push(JSON.parse(line).msg) } });
  const measures = createMetrics({ name: 'test' });
  const notices = createNotices(log);
  const server = fastify();
  readForwarded(server);
  watchForwarded(server, { trustedProxies, measures, notices });
  server.get('/', async () => 'here');
  for (const headers of requests) await server.inject({ url: '/', remoteAddress, headers: { ...headers } });
  await server.close();
  const [, counted] = /^untrusted_forwarded_total\{.*\} (\d+)$/m.exec((await measures.render()).body) ?? [];
  return { lines, sentences: [...notices.sentences], counted };
}

const FORWARDED = { 'x-forwarded-for': '203.0.113.7' };

test('a proxy that is not trusted is named once, and each of its requests is counted', async () => {
  const { lines, sentences, counted } = await watched([], '10.0.0.5', [{}, FORWARDED, FORWARDED]);
  expect(sentences).toEqual([expect.stringMatching(/^VOLANT_TRUSTED_PROXIES: requests come from 10\.0\.0\.5 /)]);
  expect([lines, counted]).toEqual([sentences, '2']);
});

test('an address of the Internet is not written down', async () => {
  const { sentences } = await watched(['10.0.0.0/8'], '198.51.100.9', [FORWARDED]);
  expect(sentences).toEqual([expect.stringContaining('requests come from an address of the Internet')]);
});

test('a trusted proxy, and clients without a proxy, are not mentioned', async () => {
  expect(await watched(['10.0.0.0/8'], '10.0.0.5', [FORWARDED])).toEqual({ lines: [], sentences: [], counted: '0' });
  expect(await watched([], '198.51.100.9', [{}])).toEqual({ lines: [], sentences: [], counted: '0' });
});

test.each([
  ['Forwarded', { forwarded: 'for=203.0.113.7' }],
  ['X-Real-IP', { 'x-real-ip': '203.0.113.7' }],
])(
  'a proxy that says its visitors’ addresses in %s only is told what to send, also if it is trusted',
  async (name, own) => {
    const untrusted = await watched([], '10.0.0.5', [own]);
    expect(untrusted.sentences).toEqual([
      expect.stringMatching(new RegExp(`with ${name},.* name its address there, and let it send X-Forwarded-For`)),
    ]);
    const trusted = await watched(['10.0.0.0/8'], '10.0.0.5', [own]);
    expect(trusted.sentences).toEqual([expect.stringMatching(/if your proxy sends them, let it send X-Forwarded-For/)]);
    expect([untrusted.counted, trusted.counted]).toEqual(['1', '1']);
    expect(await watched(['10.0.0.0/8'], '10.0.0.5', [{ ...own, ...FORWARDED }])).toMatchObject({ sentences: [] });
  },
);

test('a trusted proxy that sends no addresses in X-Forwarded-For is mentioned once', async () => {
  const requests = [FORWARDED, { 'x-forwarded-for': 'unknown' }, { 'x-forwarded-for': '_hidden' }];
  const { sentences, lines, counted } = await watched(['10.0.0.0/8'], '10.0.0.5', requests);
  expect(sentences).toEqual([expect.stringContaining('entries that are no IP addresses')]);
  expect([lines, counted]).toEqual([sentences, '2']);
});

test('a port or brackets in X-Forwarded-For are no part of the address', async () => {
  const server = fastify({ trustProxy: ['10.0.0.0/8'] });
  readForwarded(server);
  server.get('/', async ({ ip }) => ip);
  const addressOf = async (forwarded: string) =>
    (await server.inject({ url: '/', remoteAddress: '10.0.0.5', headers: { 'x-forwarded-for': forwarded } })).body;
  expect(await addressOf('203.0.113.7:4711')).toBe('203.0.113.7');
  expect(await addressOf('[2001:db8::1]:4711')).toBe('2001:db8::1');
  expect(await addressOf('203.0.113.7:4711, 10.0.0.9:80')).toBe('203.0.113.7');
  expect(await addressOf('203.0.113.7, who knows')).toBe('10.0.0.5');
  await server.close();
});
