import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, createPage, eventually, readReport, signUp } from '../../src/api.ts';
import { send } from '../../src/attacks/attack.ts';
import { type AttackedProduct, openAttacked } from '../../src/attacks/attacked-product.ts';
import { LONGEST_MS, waitsDuring } from '../../src/attacks/bystander.ts';
import { openRaw, statusOf, trickle } from '../../src/attacks/raw-connection.ts';

let attacked: AttackedProduct;
beforeAll(async () => {
  attacked = await openAttacked();
});
afterAll(() => attacked.close());

const TRICKLING = 200;
/** Headers have 15 s, checked every few seconds; Node's default is a minute, checked every half. */
const HEADERS_END_MS = 40_000;

test(`${TRICKLING} connections with slow headers are closed and delay no other request`, async () => {
  const { origin, bystander } = attacked;
  const waits = await waitsDuring(bystander, async () => {
    const lasted = await Promise.all(
      Array.from({ length: TRICKLING }, async () => {
        const connection = openRaw(origin);
        connection.write('GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
        const ms = await trickle(connection, 'x');
        return { ms, status: statusOf(await connection.ended) };
      }),
    );
    expect(Math.max(...lasted.map(({ ms }) => ms))).toBeLessThan(HEADERS_END_MS);
    expect([...new Set(lasted.map(({ status }) => status))]).toEqual([408]);
  });
  expect(Math.min(...waits)).toBeLessThanOrEqual(LONGEST_MS);
});

test.each([
  ['two Host headers', 'Host: localhost\r\nHost: elsewhere.example\r\n'],
  ['two of the same', 'Host: localhost\r\nHost: localhost\r\n'],
  ['no Host', ''],
])('%s is answered 400', async (_, headers) => {
  const connection = openRaw(attacked.origin);
  connection.write(`GET /d/${attacked.pageId} HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`);
  expect(statusOf(await connection.ended)).toBe(400);
});

const HOSTS = 200;

test(`${HOSTS} unknown hosts delay no other request, and an invalid host is not echoed`, async () => {
  const { origin, bystander, pageId } = attacked;
  const waits = await waitsDuring(bystander, async () => {
    const bodies = new Set<string>();
    for (let i = 0; i < HOSTS; i += 1) {
      const host = i % 2 === 0 ? `host-${i}.example` : `"><script>host-${i}</script>`;
      const attack = { name: host, method: 'GET', path: `/d/${pageId}`, headers: { host } };
      const { status, body } = await send(origin, attack);
      expect([host, status]).toEqual([host, 200]);
      if (i % 2 === 1) bodies.add(body);
    }
    // Without the host.
    expect(bodies.size).toBe(1);
  });
  expect(Math.min(...waits)).toBeLessThanOrEqual(LONGEST_MS);
});

/** Requests that another site's page can make a browser send without a preflight, with the browser's headers. */
const CROSS_SITE: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['as plain text', { 'content-type': 'text/plain' }],
  ['as plain text that is called JSON', { 'content-type': 'text/plain; application/json' }],
  ['as a form', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['without a type', { 'content-type': '' }],
  ['that a browser calls cross-site', { 'sec-fetch-site': 'cross-site' }],
  ['from another origin', { origin: 'https://elsewhere.example' }],
];

test('events from other sites do not count', async () => {
  const { origin } = attacked;
  const { token } = await signUp(origin);
  const pageId = await createPage(origin, token);
  const send = (headers: Readonly<Record<string, string>>) =>
    call(origin, 'POST', '/api/public/events', { pageId, type: 'CLICK_CALL' }, { headers });
  await eventually(
    () => send({}),
    ({ status }) => status === 202,
  );
  for (const [name, headers] of CROSS_SITE) {
    const { status } = await send(headers);
    expect([name, status]).toEqual([name, expect.toSatisfy((given: number) => given >= 400 && given < 500)]);
  }
  await send({});
  const { summary } = await eventually(
    () => readReport(origin, token, pageId),
    (report) => report.summary?.clicks >= 2,
  );
  expect(summary.clicks).toBe(2);
});
