import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { TOKEN } from '../testing/canned-subgraphs.ts';
import { type GatewayUnderTest, startGateway } from '../testing/gateway-under-test.ts';
import { PERSISTED_HASH } from '../testing/web-root.ts';

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await startGateway({ subgraphTimeoutMs: 300, production: true, listedOperations: [] });
});
afterAll(() => gateway.close());
beforeEach(() => gateway.canned.instead.clear());

async function ask(sha256Hash: unknown, body: object = {}, token: string | null = TOKEN) {
  const response = await fetch(`${gateway.origin}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'accept-language': 'en',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ ...body, extensions: { persistedQuery: { version: 1, sha256Hash } } }),
  });
  const answer = (await response.json()) as {
    data?: unknown;
    errors?: { message: string; path?: unknown; extensions: Record<string, unknown> }[];
  };
  return { status: response.status, cache: response.headers.get('cache-control'), ...answer };
}

const MINE = {
  myPages: {
    __typename: 'PageConnection',
    nodes: [{ __typename: 'Page', id: 'berline-demo', viewCount: 7, owner: { __typename: 'User', username: 'ana' } }],
  },
  me: { id: 'u1' },
};

it('runs an operation of the web client by its hash, including fragments', async () => {
  for (let time = 0; time < 2; time += 1) {
    expect(await ask(PERSISTED_HASH, { variables: { first: 5 } })).toEqual({
      status: 200,
      cache: 'no-store',
      data: MINE,
    });
  }
});

it('answers refusals like any operation', async () => {
  const { status, data, errors } = await ask(PERSISTED_HASH, {}, null);
  expect([status, data]).toEqual([200, null]);
  expect(errors?.[0]).toMatchObject({
    message: 'Please sign in to continue.',
    extensions: { code: 'UNAUTHENTICATED', status: 401 },
  });
});

it('answers partial data with the errors of the missing fields', async () => {
  gateway.canned.instead.set('viewCount', () => {
    throw new Error('secret detail');
  });
  const answer = await ask(PERSISTED_HASH);
  expect(answer.data).toMatchObject({ myPages: { nodes: [{ id: 'berline-demo', viewCount: null }] } });
  expect(answer.errors?.[0]?.extensions).toEqual({ code: 'INTERNAL', status: 500 });
  expect(JSON.stringify(answer)).not.toContain('secret');
});

it('stops waiting after a timeout', async () => {
  gateway.canned.instead.set('me', () => new Promise(() => {}));
  const { errors } = await ask(PERSISTED_HASH);
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'UNAVAILABLE', status: 503, retryAfterSeconds: 2 });
});

it('refuses invalid variables by name, before any service is called', async () => {
  await ask(PERSISTED_HASH);
  gateway.canned.calls.length = 0;
  const { status, errors } = await ask(PERSISTED_HASH, { variables: { first: 'many' } });
  expect(status).toBe(400);
  expect(errors?.[0]).toMatchObject({
    message: expect.stringContaining('first'),
    extensions: { code: 'VALIDATION_FAILED', status: 400 },
  });
  expect(gateway.canned.calls).toEqual([]);
});

it.each(['x', '0'.repeat(64), '__proto__', 5, null])('refuses the unknown hash %j', async (hash) => {
  const { status, errors } = await ask(hash);
  expect(status).toBe(400);
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'PERSISTED_QUERY_NOT_SUPPORTED', status: 400 });
});

it('refuses a hash that comes with a text', async () => {
  const { status, errors } = await ask(PERSISTED_HASH, { query: '{ me { id email } }' });
  expect(status).toBe(403);
  expect(errors?.[0]?.extensions).toEqual({ code: 'OPERATION_NOT_LISTED', status: 403 });
});
