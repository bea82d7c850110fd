import { expect, it } from 'vitest';
import { requireAdministrator } from '../auth/guards.ts';
import type { Role } from '../auth/viewer.ts';
import { createLogger } from '../process/observability/log.ts';
import { guarded } from './guarded.ts';
import { createSubgraph } from './subgraph.ts';

const CALL = {
  language: 'en' as const,
  clientAddress: '192.0.2.1',
  correlationId: 'c1',
  idempotencyKey: undefined,
};

/** Tokens in these tests are the role of their bearer. */
function setUp() {
  const shut: string[] = [];
  const subgraph = createSubgraph({
    name: 'doors',
    typeDefs: 'type Query { open(of: String): Int look(of: String!): Int } type Mutation { shut(of: String!): Int }',
    catalogue: {},
    createContext: ({ token }) => ({
      viewer: token === undefined ? undefined : { userId: 'u1', sessionId: 's1', role: token as Role },
    }),
    log: createLogger({ name: 'test', destination: { write: () => {} } }),
    resolvers: {
      Query: { open: () => 1, look: guarded(requireAdministrator, () => 1) },
      Mutation: {
        shut: guarded(requireAdministrator, ({ of }: { readonly of: string }) => shut.push(of)),
      },
    },
  });
  const codeOf = async (query: string, of: unknown, token?: Role) => {
    const { errors } = await subgraph.execute({ query, variables: { of } }, { ...CALL, token });
    return errors?.[0]?.extensions.code;
  };
  return { codeOf, shut };
}

it('refuses an unauthorized caller, whatever the variables', async () => {
  const { codeOf, shut } = setUp();
  const query = 'mutation ($of: String!) { shut(of: $of) }';
  for (const of of ['door', undefined, 7, 'x'.repeat(100_000)]) {
    expect(await codeOf(query, of)).toBe('UNAUTHENTICATED');
    expect(await codeOf(query, of, 'DRIVER')).toBe('FORBIDDEN');
    expect(await codeOf(query, of, 'ADMIN')).toBe(of === 'door' ? undefined : 'VALIDATION_FAILED');
  }
  expect(shut).toEqual(['door']);
});

it('also refuses queries, beside fields that are open to anyone', async () => {
  const { codeOf } = setUp();
  const query = 'query ($of: String!) { open ... { __typename } look(of: $of) }';
  for (const of of ['door', undefined]) expect(await codeOf(query, of, 'DRIVER')).toBe('FORBIDDEN');
  expect(await codeOf(query, undefined, 'ADMIN')).toBe('VALIDATION_FAILED');
  expect(await codeOf(query, 'door', 'ADMIN')).toBeUndefined();
});

it('does not ask for authentication if a field is open to anyone', async () => {
  const { codeOf } = setUp();
  expect(await codeOf('query ($of: String) { open(of: $of) }', 7)).toBe('VALIDATION_FAILED');
});
