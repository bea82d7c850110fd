import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AttackedProduct, openAttacked } from '../../src/attacks/attacked-product.ts';
import { LONGEST_MS, waitsDuring } from '../../src/attacks/bystander.ts';
import { openRaw, type RawConnection } from '../../src/attacks/raw-connection.ts';

let attacked: AttackedProduct;
beforeAll(async () => {
  attacked = await openAttacked();
});
afterAll(() => attacked.close());

/** Not a trusted proxy, unlike the address from which tests usually connect. */
const STRANGER = '127.0.0.9';
const CONNECTIONS = 300;
/** Limit of connections per network, from docs/security.md. */
const MOST_OF_NETWORK = 512;
const CROWD = 1_500;
/** Margin for files that the product itself opens meanwhile. */
const OWN = 20;

const descriptors = async () => (await readdir(`/proc/${attacked.product.pid}/fd`)).length;

/** Connections whose clients neither read nor close. */
function openMany(count: number, text: string): readonly RawConnection[] {
  return Array.from({ length: count }, () => {
    const connection = openRaw(attacked.origin, { localAddress: STRANGER, allowHalfOpen: true });
    connection.write(text);
    return connection;
  });
}

describe(`${CONNECTIONS} connections release their descriptors`, () => {
  test.each([
    ['connections that send nothing', ''],
    ['connections that send half a header', 'GET / HTTP/1.1\r\nHos'],
  ])('%s release their descriptors', async (_, text) => {
    const before = await descriptors();
    const connections = openMany(CONNECTIONS, text);
    try {
      await expect.poll(descriptors).toBeGreaterThan(before + CONNECTIONS / 2);
      await expect.poll(descriptors).toBeLessThan(before + OWN);
    } finally {
      for (const { socket } of connections) socket.destroy();
    }
  });
});

test(`${CROWD} silent connections of one network use ${MOST_OF_NETWORK} descriptors and delay no other request`, async () => {
  const { bystander } = attacked;
  const before = await descriptors();
  const waits = await waitsDuring(bystander, async () => {
    const connections = openMany(CROWD, '');
    try {
      await expect.poll(descriptors).toBeGreaterThan(before + MOST_OF_NETWORK - OWN);
      expect(await descriptors()).toBeLessThan(before + MOST_OF_NETWORK + OWN);
      const newest = connections.at(-1);
      newest?.write('GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n');
      await expect.poll(() => newest?.received()).toContain('200 OK');
    } finally {
      for (const { socket } of connections) socket.destroy();
    }
    await expect.poll(descriptors).toBeLessThan(before + OWN);
  });
  expect(Math.min(...waits)).toBeLessThanOrEqual(LONGEST_MS);
});

test('thousands of pipelined requests with unread answers delay no other request', async () => {
  const { bystander, pageId } = attacked;
  const request = `GET /d/${pageId} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
  const waits = await waitsDuring(bystander, async () => {
    const connections = openMany(40, request.repeat(1_500));
    await Promise.all(
      connections.map(({ ended, socket }) => Promise.race([ended, new Promise((end) => socket.on('end', end))])),
    );
    for (const { socket } of connections) socket.destroy();
  });
  expect(Math.min(...waits)).toBeLessThanOrEqual(LONGEST_MS);
});
