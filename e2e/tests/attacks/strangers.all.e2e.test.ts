import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, someAddress } from '../../src/api.ts';
import { send } from '../../src/attacks/attack.ts';
import { type AttackedProduct, openAttacked } from '../../src/attacks/attacked-product.ts';
import { LONGEST_MS, waitsDuring } from '../../src/attacks/bystander.ts';

let attacked: AttackedProduct;
beforeAll(async () => {
  attacked = await openAttacked();
});
afterAll(() => attacked.close());

/** Limit of a network in a minute, from docs/security.md. */
const MOST = 600;
const NAMES = Object.fromEntries(Array.from({ length: 9_000 }, (_, i) => [`n${i}`, 1]));
/** As large as a body of /api may be. */
const WIDE = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`n${i}`, 1]));

interface Flood {
  readonly path: string;
  readonly method?: string;
  readonly body?: unknown;
  readonly token?: () => string;
}

const FLOODS: Readonly<Record<string, Flood>> = {
  'operations with thousands of variables': { path: '/graphql', body: { query: '{ me { id } }', variables: NAMES } },
  'hashes with thousands of extensions': {
    path: '/graphql',
    body: { extensions: { persistedQuery: { version: 1, sha256Hash: 'x' }, ...NAMES } },
  },
  'bodies of thousands of names': { path: '/graphql', body: NAMES },
  'unlisted operations': { path: '/graphql', body: { query: '{ __typename }' } },
  'log-ins of hundreds of names': { path: '/api/auth/login', body: WIDE },
  'messages of hundreds of names': { path: '/api/support/contact', body: WIDE },
  'calls without a token': { path: '/api/pages/mine', method: 'GET' },
  'pictures with a new wrong token each': {
    path: '/api/user/upload-avatar',
    body: WIDE,
    token: () => `volant.${crypto.randomUUID()}.x`,
  },
  'calls with a new wrong token each': {
    path: '/api/pages',
    body: WIDE,
    token: () => `volant.${crypto.randomUUID()}.x`,
  },
};

describe('a network of strangers', () => {
  test.each(Object.entries(FLOODS))('is refused after many %s, which delay no other client', async (_, flood) => {
    const { origin, bystander } = attacked;
    const { path, method = 'POST', body, token } = flood;
    const address = someAddress();
    const text = body === undefined ? undefined : JSON.stringify(body);
    const statuses = new Map<number, number>();
    const waits = await waitsDuring(bystander, async () => {
      await Promise.all(
        Array.from({ length: 8 }, async () => {
          for (let i = 0; i < MOST / 8 + 10 && !statuses.has(429); i += 1) {
            const headers = { 'x-forwarded-for': address };
            const attack = { name: path, method, path, headers, token: token?.(), ...(text && { body: text }) };
            const { status } = await send(origin, attack);
            statuses.set(status, (statuses.get(status) ?? 0) + 1);
          }
        }),
      );
    });
    expect(statuses.get(429)).toBeGreaterThan(0);
    expect([...statuses.keys()].every((status) => status >= 400 && status < 500)).toBe(true);
    expect(Math.min(...waits)).toBeLessThanOrEqual(LONGEST_MS);
  });

  test('does not keep people of its network from their pages', async () => {
    const { origin, driver } = attacked;
    const address = someAddress();
    const mine = () => call(origin, 'GET', '/api/pages/mine', undefined, { token: driver.token, address });
    expect((await mine()).status).toBe(200);
    const statuses = new Set<number>();
    for (let i = 0; i < MOST + 10 && !statuses.has(429); i += 1) {
      const token = `volant.${crypto.randomUUID()}.x`;
      statuses.add((await call(origin, 'GET', '/api/pages/mine', undefined, { token, address })).status);
    }
    expect([...statuses].sort()).toEqual([401, 429]);
    expect((await mine()).status).toBe(200);
  });
});
