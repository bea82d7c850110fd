import { expect, it } from 'vitest';
import { createLogger } from '../process/observability/log.ts';
import { createSubgraph } from './subgraph.ts';
import type { SubgraphCall } from './subgraph-call.ts';

const TYPES = `
extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key"])
type Page @key(fields: "id") { id: ID! analytics: Int week: Int }
type Query { pages(first: Int): Int users: Int me: Int page: Page }
type Mutation { logOut: Boolean }
`;

const subgraph = createSubgraph({
  name: 'scoped',
  typeDefs: TYPES,
  catalogue: {},
  log: createLogger({ name: 'test', destination: { write: () => {} } }),
  verifyToken: async () => ({ userId: 'u1', role: 'ADMIN', sessionId: 'api-1', scopes: ['PAGES_READ'] }),
  createContext: (_, viewer) => ({ viewer }),
  resolvers: {
    Query: { pages: () => 3, users: () => 4, me: () => 1, page: () => ({ id: 'p1' }) },
    Mutation: { logOut: () => true },
    Page: { __resolveReference: (page: object) => page, analytics: () => 7, week: () => 5 },
  },
});

const CALL: SubgraphCall = {
  token: 'volant_token',
  language: 'en',
  clientAddress: '192.0.2.1',
  correlationId: 'c1',
  idempotencyKey: undefined,
};

async function answerTo(query: string, variables = {}) {
  const { data, errors } = await subgraph.execute({ query, variables }, CALL);
  return errors?.[0]?.extensions.code ?? JSON.parse(JSON.stringify(data));
}

it.each([
  ['{ pages }', { pages: 3 }],
  ['{ me }', { me: 1 }],
  ['{ page { __typename week } }', { page: { __typename: 'Page', week: 5 } }],
  ['{ users }', 'TOKEN_NOT_ALLOWED'],
  ['{ pages alias: users }', 'TOKEN_NOT_ALLOWED'],
  ['{ ...of } fragment of on Query { users }', 'TOKEN_NOT_ALLOWED'],
  ['mutation { logOut }', 'TOKEN_NOT_ALLOWED'],
  ['{ page { analytics } }', 'FIGURES_READ_MISSING'],
])('a token of PAGES_READ gets the answer of its scope to %s', async (query, answer) => {
  expect(await answerTo(query)).toEqual(answer);
});

it('fields of entities are narrowed as well', async () => {
  const query = (field: string) =>
    `query ($of: [_Any!]!) { _entities(representations: $of) { ... on Page { ${field} } } }`;
  const variables = { of: [{ __typename: 'Page', id: 'p1' }] };
  expect(await answerTo(query('week'), variables)).toEqual({ _entities: [{ week: 5 }] });
  expect(await answerTo(query('analytics'), variables)).toBe('FIGURES_READ_MISSING');
});

it('a missing scope takes precedence over a wrong variable', async () => {
  expect(await answerTo('query ($first: Int) { pages(first: $first) users }', { first: 'x' })).toBe(
    'TOKEN_NOT_ALLOWED',
  );
  expect(await answerTo('query ($first: Int) { pages(first: $first) }', { first: 'x' })).toBe('VALIDATION_FAILED');
});
