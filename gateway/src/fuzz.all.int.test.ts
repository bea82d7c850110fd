import { Agent, request as httpRequest } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TOKEN } from './testing/canned-subgraphs.ts';
import { type GatewayUnderTest, startGateway } from './testing/gateway-under-test.ts';

let gateway: GatewayUnderTest;
const agent = new Agent({ keepAlive: true, maxSockets: 4 });
beforeAll(async () => {
  gateway = await startGateway({ production: true, trustedProxies: ['127.0.0.1/32'] });
});
afterAll(async () => {
  agent.destroy();
  await gateway.close();
});

interface Case {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

interface Answer {
  readonly status: number;
  readonly body: string;
}

let senders = 0;
/** An address in a new network each time, because the rate limit of one network would soon be exhausted. */
function someAddress(): string {
  senders += 1;
  return `10.${(senders >> 8) & 255}.${senders & 255}.1`;
}

let refused = 0;
function send({ method, path, headers: own, body }: Case): Promise<Answer> {
  const headers = { 'x-forwarded-for': someAddress(), ...own };
  return new Promise((resolve, reject) => {
    const request = httpRequest({ agent, host: '127.0.0.1', port: gateway.port, method, path, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => {
        if (response.statusCode === 429 || text.includes('TOO_MANY_REQUESTS')) refused += 1;
        resolve({ status: response.statusCode ?? 0, body: text });
      });
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** Checks that the response is no internal error and contains no internal details. */
function expectOurselvesWell(sample: Case, answer: Answer): void {
  const exchange = `${JSON.stringify(sample)} → ${answer.status} ${answer.body.slice(0, 300)}`;
  expect(answer.status, exchange).toBeLessThan(500);
  expect(answer.status, exchange).toBeGreaterThanOrEqual(200);
  expect(answer.body, exchange).not.toMatch(/ at .+:\d+:\d+|node_modules|serviceName|stacktrace/);
  if (answer.status >= 400 && sample.path.startsWith('/api')) {
    const { field = '', ...body } = JSON.parse(answer.body);
    expect(field, exchange).toBeTypeOf('string');
    expect(body, exchange).toEqual({
      success: false,
      error: expect.stringMatching(/./),
      code: expect.stringMatching(/^[A-Z_]+$/),
    });
  }
}

const PATHS = [
  '/api/auth/login',
  '/api/auth/signup',
  '/api/auth/logout',
  '/api/auth/me',
  '/api/pages',
  '/api/pages/mine',
  '/api/pages/berline-demo',
  '/api/pages/berline-demo/claim',
  '/api/pages/berline-demo/analytics',
  '/api/public/pages/berline-demo',
  '/api/admin/pages',
  '/api/admin/pages/create',
  '/api/admin/pages/bulk',
  '/d/berline-demo',
  '/uploads/a.jpg',
];
const FIELDS = [
  'email',
  'password',
  'username',
  'remember',
  'displayName',
  'blocksJson',
  'state',
  'avatar',
  'indexable',
  'pageId',
  'ownerUserId',
  'quantity',
  'prefixNote',
  '__proto__',
  'constructor',
  'query',
  'variables',
  'operationName',
  'extensions',
];

const segment = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }).map((text) => {
    // Lone surrogates cannot be percent-encoded.
    return encodeURIComponent(text.replace(/[\uD800-\uDFFF]/g, ''));
  }),
  fc.constantFrom('%', '%00', '%zz', '..', '%2e%2e', '%2F', 'new', 'mine', 'x'.repeat(500), '*', ':id', '<script>'),
);
const path = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...PATHS) },
  fc.tuple(fc.constantFrom(...PATHS), segment).map(([known, last]) => `${known}/${last}`),
  fc
    .tuple(fc.constantFrom('/api/pages/', '/api/public/pages/', '/d/', '/uploads/', '/'), segment)
    .map((parts) => parts.join('')),
);
const search = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  fc
    .array(fc.tuple(fc.constantFrom('limit', 'cursor', 'own', 'lang', 's', '__proto__', 'a[b]'), segment), {
      maxLength: 3,
    })
    .map((pairs) => `?${pairs.map((pair) => pair.join('=')).join('&')}`),
);
const object = fc.dictionary(fc.oneof(fc.constantFrom(...FIELDS), fc.string()), fc.jsonValue({ maxDepth: 3 }));
const body = fc.oneof(
  fc.constant(undefined),
  object.map((value) => JSON.stringify(value)),
  fc.jsonValue().map((value) => JSON.stringify(value)),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '',
    '{',
    '[',
    '{"a":',
    '{"__proto__":{"a":1}}',
    '['.repeat(5000),
    '{"quantity":1e999}',
    '\u0000',
    '{"email":"\\ud800"}',
  ),
);
const headers = fc.record(
  {
    'content-type': fc.constantFrom(
      'application/json',
      'application/json; charset=utf-8',
      'application/json; charset=latin1',
      'text/plain',
      'multipart/form-data',
      '/',
      ';',
    ),
    authorization: fc.constantFrom(`Bearer ${TOKEN}`, 'Bearer', 'Bearer x y', 'Basic eA==', ''),
    'accept-language': fc.constantFrom('en', 'fr', '*', ';;;'),
    'accept-encoding': fc.constantFrom('br', 'gzip;q=0', ';q=,,', '*'),
    'if-match': fc.constantFrom('"3"', '*', 'W/', '"-1"'),
    'if-none-match': fc.constantFrom('*', '"', ','),
    'idempotency-key': fc.constantFrom('a', ' '),
    'x-forwarded-for': fc.constantFrom('1.2.3.4', 'nonsense', ',,,'),
    host: fc.constantFrom('localhost', '', 'a b', '<script>'),
  },
  { requiredKeys: [] },
);
const restCase: fc.Arbitrary<Case> = fc
  .record({
    method: fc.constantFrom('GET', 'HEAD', 'POST', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'),
    path,
    search,
    headers,
    body,
  })
  .map(({ search: query, ...rest }) => ({ ...rest, path: rest.path + query }))
  .filter(({ method, body: text }) => text === undefined || !['GET', 'HEAD', 'OPTIONS'].includes(method));

it('answers any REST request with 2xx to 4xx', async () => {
  await fc.assert(
    fc.asyncProperty(restCase, async (sample) => expectOurselvesWell({ ...sample }, await sendHead(sample))),
    { numRuns: 1500 },
  );
});

/** Responses to HEAD have no body, so only the status can be checked. */
async function sendHead(sample: Case): Promise<Answer> {
  const answer = await send(sample);
  return sample.method === 'HEAD' && answer.status >= 400
    ? { ...answer, body: '{"success":false,"error":"head","code":"HEAD"}' }
    : answer;
}

const name = fc.constantFrom(
  'me',
  'page',
  'myPages',
  'pages',
  'id',
  'nodes',
  'owner',
  'logIn',
  '__typename',
  '__schema',
  'x',
);
const value = fc.constantFrom('1', '"x"', '$v', 'null', '{}', '[]', '1e400', '99999999999', 'ACTIVE', '"\\u0000"');
const selection = fc.letrec<{ tree: string }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5 },
    name,
    fc.tuple(name, value, tie('tree')).map(([field, v, inner]) => `${field}(id: ${v}) { ${inner} }`),
    fc.tuple(name, tie('tree')).map(([field, inner]) => `a: ${field} { ${inner} ...F }`),
    fc.tuple(tie('tree'), tie('tree')).map(([a, b]) => `... on Query { ${a} ${b} }`),
  ),
})).tree;
const document = fc.oneof(
  selection.map((inner) => `{ ${inner} }`),
  fc
    .tuple(
      fc.constantFrom('query', 'mutation', 'subscription'),
      fc.constantFrom('ID!', 'Int', 'JSON', 'PageInput', 'Nope'),
      selection,
    )
    .map(([kind, type, inner]) => `${kind} Q($v: ${type}) { ${inner} } fragment F on Query { ...F }`),
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      'query($id: ID!) { page(id: $id) { id displayName } }',
      'query($first: Int) { myPages(first: $first) { nodes { id } } }',
      'mutation($input: PageInput!) { createPage(input: $input) { id } }',
      'mutation($input: LogInInput!) { logIn(input: $input) { token } }',
      'query A { me { id } } query B { me { id } }',
      'fragment F on Query { me { id } }',
      '',
      '#',
    ),
  },
  fc.string(),
);
const graphqlBody = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .record(
        {
          query: document,
          variables: fc.oneof(
            fc.dictionary(fc.constantFrom('id', 'v', 'input', 'first'), fc.jsonValue()),
            fc.jsonValue(),
          ),
          operationName: fc.oneof(fc.constantFrom('Q', 'A', 'none', ''), fc.jsonValue()),
          extensions: fc.jsonValue(),
        },
        { requiredKeys: ['query'] },
      )
      .map((sample) => JSON.stringify(sample)),
  },
  object.map((sample) => JSON.stringify(sample)),
  fc.string(),
);

it('answers any GraphQL request with 2xx to 4xx, and never INTERNAL', async () => {
  await fc.assert(
    fc.asyncProperty(graphqlBody, fc.boolean(), async (text, authorized) => {
      const sample: Case = {
        method: 'POST',
        path: '/graphql',
        headers: {
          'content-type': 'application/json',
          ...(authorized ? { authorization: `Bearer ${TOKEN}` } : {}),
        },
        body: text,
      };
      const answer = await send(sample);
      expectOurselvesWell(sample, answer);
      expect(answer.body, text).not.toContain('"INTERNAL"');
    }),
    { numRuns: 1000 },
  );
});

it('sends from many callers, so that few requests hit the rate limit before they are processed', () => {
  expect(refused).toBeLessThan(50);
});
