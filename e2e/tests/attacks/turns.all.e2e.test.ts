import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AttackedProduct, openAttacked } from '../../src/attacks/attacked-product.ts';
import { LONGEST_MS, waitsDuring } from '../../src/attacks/bystander.ts';
import { openCrowd } from '../../src/attacks/crowd.ts';

let attacked: AttackedProduct;
beforeAll(async () => {
  attacked = await openAttacked();
});
afterAll(() => attacked.close());

/** Not a trusted proxy, so all its connections are of one network. */
const STRANGER = '127.0.0.9';
const CONNECTIONS = 500;
const FLOOD_MS = 4_000;

const HOST = 'Host: localhost\r\n';
const json = (body: unknown) => {
  const text = JSON.stringify(body);
  return `${HOST}Content-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`;
};
const REQUESTS: readonly (readonly [string, () => string])[] = [
  ['a public page', () => `GET /d/${attacked.pageId} HTTP/1.1\r\n${HOST}\r\n`],
  ['a call without a token', () => `GET /api/pages/mine HTTP/1.1\r\n${HOST}\r\n`],
  ['a call with a wrong token', () => `GET /api/pages/mine HTTP/1.1\r\n${HOST}Authorization: Bearer a.b.c\r\n\r\n`],
  ['a log-in', () => `POST /api/auth/login HTTP/1.1\r\n${json({ email: 'nobody@example.com', password: 'a guess' })}`],
  ['an operation', () => `POST /graphql HTTP/1.1\r\n${json({ query: '{ me { id } }' })}`],
  ['events', () => `POST /api/public/events HTTP/1.1\r\n${json({ pageId: attacked.pageId, type: 'VIEW' })}`],
  ['a screen', () => `GET /login HTTP/1.1\r\n${HOST}\r\n`],
];

/** More than are pipelined, and as many as are. */
const PIPELINED = [16, 6];

test.each(REQUESTS.flatMap(([name, request]) => PIPELINED.map((pipelined) => ({ name, request, pipelined }))))(
  `${CONNECTIONS} connections of one network, each with $pipelined requests for $name, delay no other client`,
  async ({ name, request, pipelined }) => {
    const { origin, bystander } = attacked;
    const text = request();
    const statuses: string[] = [];
    const waits = await waitsDuring(bystander, async () => {
      const crowd = openCrowd({
        origin,
        localAddress: STRANGER,
        connections: CONNECTIONS,
        pipelined,
        request: () => text,
      });
      try {
        await sleep(FLOOD_MS);
      } finally {
        crowd.end();
      }
      statuses.push(JSON.stringify([...crowd.statuses]));
    });
    process.stdout.write(`${name} × ${pipelined}: ${waits.map((wait) => wait.toFixed(0))} ms, answers ${statuses}\n`);
    // The longest wait of each try; a single try within the limit shows that longer ones were the machine's.
    expect(Math.min(...waits)).toBeLessThanOrEqual(LONGEST_MS);
  },
);
