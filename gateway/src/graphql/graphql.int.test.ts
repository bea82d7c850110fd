import type { ErrorCatalogue } from '@volant/infra/errors/error-catalogue';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { GATEWAY_ERRORS } from '../errors.ts';
import { TOKEN } from '../testing/canned-subgraphs.ts';
import { type GatewayUnderTest, startGateway } from '../testing/gateway-under-test.ts';
import { STRANGERS } from './operation-check.ts';

const ERRORS: ErrorCatalogue = GATEWAY_ERRORS;
let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await startGateway({ subgraphTimeoutMs: 300, production: true });
});
afterAll(() => gateway.close());
beforeEach(() => gateway.canned.instead.clear());

async function post(body: unknown, headers: Record<string, string> = {}, to = gateway) {
  const response = await fetch(`${to.origin}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const answer = (await response.json()) as {
    data?: unknown;
    errors?: { message: string; extensions: Record<string, unknown> }[];
  };
  return { status: response.status, ...answer };
}

it('answers across services', async () => {
  const query = '{ me { username pageCount } myPages(first: 5) { nodes { id viewCount owner { username } } } }';
  const answer = await post({ query }, { authorization: `Bearer ${TOKEN}` });
  expect(answer).toEqual({
    status: 200,
    data: {
      me: { username: 'ana', pageCount: 4 },
      myPages: { nodes: [{ id: 'berline-demo', viewCount: 7, owner: { username: 'ana' } }] },
    },
  });
});

it('answers refusals with their code and status, without their origin', async () => {
  const answer = await post({ query: '{ me { id } }' }, { 'accept-language': 'en' });
  expect(answer.errors).toEqual([
    {
      message: 'Please sign in to continue.',
      path: ['me'],
      extensions: { code: 'UNAUTHENTICATED', status: 401 },
    },
  ]);
});

it('hides internal errors, and stops waiting after a timeout', async () => {
  gateway.canned.instead.set('me', () => {
    throw new Error('secret detail');
  });
  const broken = await post({ query: '{ me { id } }' }, { 'accept-language': 'en' });
  expect(JSON.stringify(broken)).not.toContain('secret');
  expect(broken.errors?.[0]?.extensions).toEqual({ code: 'INTERNAL', status: 500 });

  gateway.canned.instead.set('me', () => new Promise(() => {}));
  const hanging = await post({ query: '{ me { id } }' });
  expect(hanging.errors?.[0]?.extensions).toEqual({ code: 'UNAVAILABLE', status: 503, retryAfterSeconds: 2 });
});

function unspread(count: number): string {
  return `{ me { id } } ${Array.from({ length: count }, (_, i) => `fragment F${i} on User { id id id id }`).join(' ')}`;
}

it.each([
  ['a syntax error', { query: '{ me {' }, 'GRAPHQL_PARSE_FAILED'],
  ['too many tokens', { query: `{ me { ${'id '.repeat(3000)} } }` }, 'GRAPHQL_PARSE_FAILED'],
  ['an unknown field', { query: '{ me { passwordHash } }' }, 'GRAPHQL_VALIDATION_FAILED'],
  ['an inaccessible field', { query: '{ page(id: "x") { uid } }' }, 'GRAPHQL_VALIDATION_FAILED'],
  ['introspection', { query: '{ __schema { types { name } } }' }, undefined],
  [
    'a variable of the wrong type',
    { query: 'query($id: ID!) { page(id: $id) { id } }', variables: { id: {} } },
    'VALIDATION_FAILED',
  ],
  ['a missing operation', { query: 'query A { me { id } } query B { me { id } }' }, 'OPERATION_UNKNOWN'],
  ['a subscription', { query: 'subscription { me { id } }' }, 'OPERATION_UNKNOWN'],
  ['no query', {}, 'MALFORMED_BODY'],
  ['no query but a name', { operationName: '' }, 'MALFORMED_BODY'],
  ['a query that is a number', { query: 5 }, 'MALFORMED_BODY'],
  ['a name that is an object', { query: '{ me { id } }', operationName: {} }, 'MALFORMED_BODY'],
  ['variables that are a number', { query: '{ me { id } }', variables: 1 }, 'MALFORMED_BODY'],
  ['a batch', [{ query: '{ me { id } }' }], 'MALFORMED_BODY'],
  [
    'many aliases',
    { query: `mutation { ${'abcdefghijklmnopq'.replace(/./g, '$&: logOut ')} }` },
    'OPERATION_TOO_LARGE',
  ],
  ['many root fields', { query: `mutation { ${'abcdefghi'.replace(/./g, '$&: logOut ')} }` }, 'OPERATION_TOO_LARGE'],
  [
    'a literal nested too deep',
    { query: `mutation { updatePage(id: "x", input: { displayName: ${'['.repeat(400)}${']'.repeat(400)} }) { id } }` },
    'OPERATION_TOO_LARGE',
  ],
  [
    'a default nested too deep',
    { query: `query ($v: Int = ${'['.repeat(20)}${']'.repeat(20)}) { myPages(first: $v) { totalCount } }` },
    'OPERATION_TOO_LARGE',
  ],
  [
    'more characters than any operation needs',
    { query: `{ me { id } } #${'x'.repeat(40_000)}` },
    'OPERATION_TOO_LARGE',
  ],
  ['many fragments that nothing spreads', { query: unspread(40) }, 'OPERATION_TOO_LARGE'],
  ['introspection beside other fields', { query: '{ me { id } __schema { types { name } } }' }, 'OPERATION_TOO_LARGE'],
  [
    'lists of the schema within one another',
    { query: `{ __schema { types { ${'fields { type { '.repeat(3)} name ${'} }'.repeat(3)} } } }` },
    'GRAPHQL_VALIDATION_FAILED',
  ],
  [
    'a variable nested too deep',
    {
      query: 'mutation ($name: String) { updatePage(id: "x", input: { displayName: $name }) { id } }',
      variables: { name: JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`) },
    },
    'MALFORMED_BODY',
  ],
  ['a variable that is never used', { query: 'query ($v: Int) { me { id } }' }, 'GRAPHQL_VALIDATION_FAILED'],
  [
    'null that only a default made valid',
    { query: 'query ($id: ID = "x") { page(id: $id) { id } }', variables: { id: null } },
    'VALIDATION_FAILED',
  ],
  [
    'null for a condition that only a default made valid',
    { query: 'query ($with: Boolean = true) { me { id @include(if: $with) } }', variables: { with: null } },
    'VALIDATION_FAILED',
  ],
  ['broken JSON', '{"query": ', 'MALFORMED_BODY'],
])('refuses %s with a stable code', async (_, body, code) => {
  gateway.canned.calls.length = 0;
  for (const language of ['fr', 'en'] as const) {
    const answer = await post(body as object, { authorization: `Bearer ${TOKEN}`, 'accept-language': language });
    expect(answer.status).toBe(400);
    const [error] = answer.errors ?? [];
    expect(error?.extensions).toMatchObject({ code: code ?? expect.any(String), status: 400 });
    const sentence = ERRORS[String(error?.extensions?.code)]?.[language] ?? 'no catalogue has the code';
    expect(error?.message).toMatch(new RegExp(sentence.replace('{field}', '.+').replace('?', '\\?')));
  }
});

it('reports only the first of several invalid variables', async () => {
  const filter = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`name${i}`, 0]));
  const query = 'query($filter: PageFilter) { pages(filter: $filter) { totalCount } }';
  const { status, errors } = await post({ query, variables: { filter } }, { authorization: `Bearer ${TOKEN}` });
  expect(status).toBe(400);
  expect(errors).toEqual([
    expect.objectContaining({ extensions: expect.objectContaining({ code: 'VALIDATION_FAILED' }) }),
  ]);
});

it('limits operations without an account by network, and no other callers', async () => {
  const open = await startGateway({ trustedProxies: ['127.0.0.1/32'] });
  const from = (address: string, more = {}) => ({ 'x-forwarded-for': address, 'accept-language': 'en', ...more });
  const bearer = { authorization: `Bearer ${TOKEN}` };
  const query = '{ publicPage(id: "berline-demo") { claimed } }';
  const codeOf = async (headers: Record<string, string>, operation = query) =>
    (await post({ query: operation }, headers, open)).errors?.[0]?.extensions.code;

  for (let time = 0; time < STRANGERS.uses; time += 1) {
    // Another address of the same network each time, and an invalid token.
    const headers = from(
      `2001:db8:0:7::${time.toString(16)}`,
      time % 2 === 0 ? {} : { authorization: 'Bearer no.good' },
    );
    expect(await codeOf(headers)).toBeUndefined();
  }
  open.canned.calls.length = 0;
  const refused = await fetch(`${open.origin}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...from('2001:db8:0:7::1', { 'accept-language': 'fr' }) },
    body: JSON.stringify({ query }),
  });
  expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.closeTo(40, -2)]);
  expect(await refused.json()).toEqual({
    errors: [
      {
        message: expect.stringMatching(/^Trop de tentatives\. Réessayez dans \d+ s\.$/),
        extensions: { code: 'TOO_MANY_REQUESTS', status: 429, retryAfterSeconds: expect.any(Number) },
      },
    ],
  });
  expect(open.canned.calls).toEqual([]);
  expect(await codeOf(from('2001:db8:0:7::1'), 'nothing that can be read')).toBe('TOO_MANY_REQUESTS');
  expect(await codeOf(from('2001:db8:0:8::1'))).toBeUndefined();
  expect(await codeOf(from('2001:db8:0:7::1', bearer))).toBeUndefined();
  // Operations of REST are listed and have their own limits.
  expect(await codeOf(from('2001:db8:0:7::1'), 'mutation RestLogOut { logOut }')).toBeUndefined();
  await open.close();
});

it('allows more in one operation to people with an account', async () => {
  const query = `{ me { ${'id '.repeat(100)} } }`;
  const stranger = await post({ query });
  expect(stranger.errors?.[0]?.extensions).toEqual({
    code: 'OPERATION_TOO_LARGE',
    status: 400,
    detail: 'The operation has fields 101; at most 80 are allowed.',
  });
  expect((await post({ query }, { authorization: `Bearer ${TOKEN}` })).data).toEqual({ me: { id: 'u1' } });
});

it('refuses requests that a web form of another site could send', async () => {
  const simple = await fetch(`${gateway.origin}/graphql?query=${encodeURIComponent('{ me { id } }')}`, {
    headers: { 'apollo-require-preflight': '1' },
  });
  expect([simple.status, simple.headers.get('allow')]).toEqual([405, 'POST']);
  expect(await simple.json()).toMatchObject({ code: 'METHOD_NOT_ALLOWED' });
  const form = await fetch(`${gateway.origin}/graphql`, { method: 'POST', body: 'query=x' });
  expect(form.status).toBe(415);
  expect(await form.json()).toMatchObject({ errors: [{ extensions: { code: 'UNSUPPORTED_MEDIA_TYPE' } }] });
});

it('shows its schema to developers', async () => {
  const open = await startGateway();
  const answer = await post({ query: '{ __schema { queryType { name } } }' }, {}, open);
  expect(answer.data).toEqual({ __schema: { queryType: { name: 'Query' } } });
  await open.close();
});

it('runs only listed operations and those of REST, in any layout', async () => {
  const listed = await startGateway({ listedOperations: ['query Mine { me { id } }'] });
  const bearer = { authorization: `Bearer ${TOKEN}`, 'accept-language': 'en' };
  const answerTo = (query: string) => post({ query }, bearer, listed);
  expect((await answerTo('query Mine {\n  me { id, } # mine\n}')).data).toEqual({ me: { id: expect.any(String) } });
  expect((await answerTo('mutation RestLogOut { logOut }')).data).toEqual({ logOut: true });
  for (const query of ['query Mine { me { id email } }', '{ me { id } }', '{ nothing }', '{ "']) {
    const { errors } = await answerTo(query);
    expect(errors?.[0]).toMatchObject({
      message: GATEWAY_ERRORS.OPERATION_NOT_LISTED.en,
      extensions: { code: 'OPERATION_NOT_LISTED', status: 403 },
    });
  }
  await listed.close();
});

it.each(['a key', '', 'é', 'k'.repeat(200)])('refuses the idempotency key %j, which cannot be one', async (key) => {
  const headers = { 'idempotency-key': key, 'accept-language': 'en' };
  const answer = await post({ query: '{ __typename }' }, headers);
  expect(answer).toEqual({
    status: 400,
    errors: [
      {
        message: 'The value of “Idempotency-Key” is not valid.',
        extensions: { code: 'VALIDATION_FAILED', status: 400, field: 'Idempotency-Key' },
      },
    ],
  });
});

it.each([
  ['an answer', { query: '{ me { id } }' }, { authorization: `Bearer ${TOKEN}` }, 200, 200],
  ['a refusal of a nullable field', { query: '{ me { id } }' }, {}, 200, 200],
  ['a document that cannot be parsed', { query: '{' }, { authorization: `Bearer ${TOKEN}` }, 400, 400],
  ['a document that is not valid', { query: '{ nothing }' }, { authorization: `Bearer ${TOKEN}` }, 400, 400],
  ['no document', {}, {}, 400, 400],
  ['no JSON', '{', {}, 400, 400],
])('answers %s in the preferred media type', async (_, body, headers, inJson, inOwnType) => {
  const ask = (accept: string) =>
    fetch(`${gateway.origin}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const [json, own] = await Promise.all([ask('*/*'), ask('application/graphql-response+json, application/json;q=0.9')]);
  const typeOf = ({ headers: answered }: Response) => answered.get('content-type');
  expect([json.status, typeOf(json)]).toEqual([inJson, 'application/json; charset=utf-8']);
  expect([own.status, typeOf(own)]).toEqual([inOwnType, 'application/graphql-response+json; charset=utf-8']);
  expect(await own.json()).toEqual(await json.json());
  expect(own.headers.get('vary')).toContain('Accept');
});
