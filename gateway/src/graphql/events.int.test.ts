import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { TOKEN } from '../testing/canned-subgraphs.ts';
import { type GatewayUnderTest, startGateway } from '../testing/gateway-under-test.ts';

const COLLECT = `mutation ($events: [EventInput!]!) {
  collectEvents(events: $events) { accepted refused { index code } }
}`;
const VIEW = { pageId: 'p1', type: 'VIEW' };

const seen: { readonly headers: object; readonly ip: string; readonly body: unknown }[] = [];
let answer: { readonly status: number; readonly body: object; readonly retryAfter?: string };
let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await startGateway({
    trustedProxies: ['127.0.0.1'],
    collectRoutes: async (server) => {
      server.post('/api/public/events', async ({ headers, ip, body }, reply) => {
        seen.push({ headers, ip, body });
        if (answer.retryAfter !== undefined) reply.header('retry-after', answer.retryAfter);
        return reply.code(answer.status).send(answer.body);
      });
    },
  });
});
afterAll(() => gateway.close());
beforeEach(() => {
  seen.length = 0;
  answer = { status: 202, body: { success: true, accepted: 1, refused: [{ index: 1, code: 'PAGE_NOT_FOUND' }] } };
});

async function collect(events: readonly object[], headers: Readonly<Record<string, string>> = {}) {
  const response = await fetch(`${gateway.origin}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': 'en', ...headers },
    body: JSON.stringify({ query: COLLECT, variables: { events } }),
  });
  return { status: response.status, body: (await response.json()) as unknown };
}

it('go through the route of a scan, with the caller’s own headers and address', async () => {
  const custom = {
    ...VIEW,
    type: 'CLICK_CUSTOM_FIELD',
    customData: 'Tarif',
    source: 'NFC',
    referrer: 'https://a.example/',
  };
  const sent = await collect([VIEW, custom], {
    authorization: `Bearer ${TOKEN}`,
    'user-agent': 'A phone',
    'x-forwarded-for': '198.51.100.7',
    'x-correlation-id': 'known-to-both',
    'cf-ipcountry': 'FR',
  });
  expect(sent).toEqual({
    status: 200,
    body: { data: { collectEvents: { accepted: 1, refused: [{ index: 1, code: 'PAGE_NOT_FOUND' }] } } },
  });
  expect(seen).toMatchObject([
    {
      ip: '198.51.100.7',
      body: { events: [VIEW, { ...custom, source: 'nfc' }] },
      headers: {
        authorization: `Bearer ${TOKEN}`,
        'accept-language': 'en',
        'user-agent': 'A phone',
        'x-correlation-id': 'known-to-both',
        'cf-ipcountry': 'FR',
      },
    },
  ]);
});

it('are refused like a scan, with the same text, code and Retry-After', async () => {
  const text = 'Too many attempts. Try again in 7 s.';
  answer = { status: 429, body: { success: false, error: text, code: 'TOO_MANY_REQUESTS' }, retryAfter: '7' };
  expect((await collect([VIEW])).body).toEqual({
    data: null,
    errors: [
      {
        message: text,
        path: ['collectEvents'],
        extensions: { code: 'TOO_MANY_REQUESTS', status: 429, retryAfterSeconds: 7 },
      },
    ],
  });
});

it('are refused before forwarding if they do not match the schema', async () => {
  const { body } = await collect([{ ...VIEW, type: 'LOOK' }]);
  expect(body).toMatchObject({ errors: [{ extensions: { code: 'VALIDATION_FAILED', status: 400 } }] });
  expect(seen).toEqual([]);
});
