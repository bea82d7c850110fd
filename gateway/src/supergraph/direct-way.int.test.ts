import { fileURLToPath } from 'node:url';
import { createLogger } from '@volant/infra/process/log';
import {
  type GraphQLInputType,
  type GraphQLSchema,
  getOperationAST,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  parse,
  typeFromAST,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it, type MockInstance, vi } from 'vitest';
import { readPersistedOperations } from '../graphql/persisted-operations.ts';
import '../rest/register-rest.ts';
import { type Canned, createCannedSubgraphs, MESSAGE, PAGE, TOKEN } from '../testing/canned-subgraphs.ts';
import { PLANNING } from './call-context.ts';
import { createEventsSubgraph } from './events-subgraph.ts';
import { createFederation, type Federation } from './federation.ts';
import { createGraph, fixedDocuments, fixedOperation, type Graph } from './fixed-operations.ts';
import { readSupergraph } from './read.ts';

const log = createLogger({ name: 'test', level: 'silent' });
const CALL = {
  token: TOKEN,
  language: 'en',
  clientAddress: '127.0.0.1',
  correlationId: 'test',
  idempotencyKey: undefined,
} as const;

/** Fixed operations whose plan holds what `fetch-plan.ts` does not know: the federation carries them out each time. */
const BY_FEDERATION: readonly string[] = [];

/** What the canned services take where something of the type is not enough, by operation or name of a field. */
const TAKEN: Readonly<Record<string, unknown>> = {
  password: 'secret',
  currentPassword: 'secret',
  expectedVersion: PAGE.version,
  image: '/uploads/0123456789abcdef0123456789abcdef.png',
  'RestClaimMessage.id': MESSAGE.id,
  'ClaimMessage.id': MESSAGE.id,
};

/** Something that the type admits. */
function someValue(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return someValue(type.ofType);
  if (isListType(type)) return [someValue(type.ofType)];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).filter((field) => isNonNullType(field.type));
    return Object.fromEntries(fields.map(({ name, type }) => [name, TAKEN[name] ?? someValue(type)]));
  }
  return { Int: 5, Boolean: true, JSON: {} }[type.name] ?? PAGE.id;
}

function variablesOf(schema: GraphQLSchema, document: string): Record<string, unknown> {
  const operation = getOperationAST(parse(document));
  return Object.fromEntries(
    (operation?.variableDefinitions ?? []).flatMap((definition) => {
      const name = definition.variable.name.value;
      const type = typeFromAST(schema, definition.type);
      const taken = TAKEN[`${operation?.name?.value}.${name}`] ?? TAKEN[name];
      return isInputType(type) ? [[name, taken ?? someValue(type)]] : [];
    }),
  );
}

const nameOf = (document: string) => getOperationAST(parse(document))?.name?.value ?? '';
const DOCUMENTS = [...fixedDocuments()].map((document) => [nameOf(document), document] as const);
/** The federation asks again for an entity that it has met before. */
const inOrder = (asked: readonly object[]) => [...new Set(asked.map((one) => JSON.stringify(one)))].sort();

const OF_THE_CLIENT = [
  ...(await readPersistedOperations(fileURLToPath(new URL('../../../web', import.meta.url)))).values(),
];

describe('the way past the federation’s executor', () => {
  let federation: Federation;
  let graph: Graph;
  let byFederation: Graph;
  let schema: GraphQLSchema;
  let canned: Canned;
  let executor: MockInstance<Federation['gateway']['executor']>;

  beforeAll(async () => {
    const { subgraphs, canned: ofSubgraphs } = createCannedSubgraphs(log);
    canned = ofSubgraphs;
    // No REST call goes by way of it.
    const events = createEventsSubgraph(() => {
      throw new Error('there is no server');
    }, log);
    federation = createFederation([...subgraphs, events], readSupergraph(), log);
    await federation.gateway.load();
    if (federation.gateway.schema === undefined) throw new Error('no schema');
    schema = federation.gateway.schema;
    executor = vi.spyOn(federation.gateway, 'executor');
    const parts = { schema, subgraphs, timeoutMs: 10_000, log };
    graph = createGraph({ ...parts, federation });
    // Without a plan to go by it is the federation that carries an operation out, each time.
    byFederation = createGraph({ ...parts, federation: { ...federation, planOf: () => undefined } });
  });
  afterAll(() => federation.gateway.stop());

  /** What one of the two ways answers, what it asks of which service for that, and whether the federation did it. */
  async function goneBy(way: Graph, query: string, variables: Record<string, unknown>) {
    const operation = fixedOperation<unknown>(query);
    executor.mockClear();
    canned.calls.length = 0;
    const answer = await way.run(operation, variables, CALL).catch((error: Error & { publicError?: unknown }) => ({
      refused: error.publicError ?? error.message,
    }));
    const asked = canned.calls.map(({ field, args }) => ({ field, args }));
    // What is run for its plan alone no service hears of.
    const federated = executor.mock.calls.some(([{ context }]) => (context as unknown) !== PLANNING);
    return { answer, asked, federated };
  }

  /** Holds that an operation is answered the direct way, and there just as the federation answers it by itself. */
  async function direct(query: string, variables: Record<string, unknown> = {}) {
    const byItself = await goneBy(byFederation, query, variables);
    expect(byItself.federated).toBe(true);
    const straight = await goneBy(graph, query, variables);
    expect(straight.federated).toBe(BY_FEDERATION.includes(nameOf(query)));
    expect(straight.answer).toEqual(byItself.answer);
    expect(inOrder(straight.asked)).toEqual(inOrder(byItself.asked));
    return straight;
  }

  it('knows every fixed operation', () => {
    expect(DOCUMENTS.length).toBeGreaterThan(30);
    expect(DOCUMENTS.map(([name]) => name)).toEqual(expect.arrayContaining([...BY_FEDERATION]));
  });

  it.each(DOCUMENTS)('answers %s as the federation does, and without it', async (_, document) => {
    const { answer, asked } = await direct(document, variablesOf(schema, document));
    expect(asked).not.toEqual([]);
    expect(answer).not.toHaveProperty('refused');
  });

  it('tells an operation that goes by the federation from one that does not', async () => {
    const query =
      'query Divided($with: Boolean!) { me { id ...Name } } fragment Name on User { username @include(if: $with) }';
    const { answer, federated } = await goneBy(graph, query, { with: true });
    expect(answer).toEqual({ me: { id: 'u1', username: 'ana' } });
    expect(federated).toBe(true);
  });

  it.each(OF_THE_CLIENT)('answers $name of the web client as the federation does, directly', async (operation) => {
    const variables = variablesOf(schema, operation.query);
    const federated = await byFederation.run(operation, variables, CALL);
    executor.mockClear();
    for (let time = 0; time < 2; time += 1) {
      const { data, errors } = await graph.answer(operation, variables, CALL);
      expect([errors, data]).toEqual([[], federated]);
    }
    // For its plan.
    expect(executor).toHaveBeenCalledTimes(1);
  });

  it('refuses to run a client’s operation that only the federation could', async () => {
    const query = 'query Perhaps($all: Boolean!) { me { id username @include(if: $all) } }';
    const asked = graph.answer({ name: 'Perhaps', query }, { all: true }, CALL);
    await expect(asked).rejects.toThrow('Perhaps cannot be run directly');
  });

  const LIST = `query TwoLists {
    first: pages(first: 1) { nodes { id ownerId owner { username } eventCount } totalCount }
    me { id pageCount }
  }`;

  it('leaves out what it needed only to ask further', async () => {
    const { answer } = await direct(LIST);
    expect(answer).toEqual({
      first: {
        nodes: [{ id: PAGE.id, ownerId: PAGE.ownerId, owner: { username: 'ana' }, eventCount: 12 }],
        totalCount: 2,
      },
      me: { id: 'u1', pageCount: 4 },
    });
  });

  it.each(['eventCount', 'pageCount', 'me', 'pages'])('does without %s as the federation does', async (field) => {
    canned.instead.set(field, () => {
      throw new Error('broken');
    });
    await direct(LIST);
    canned.instead.delete(field);
  });

  it('asks for each entity once', async () => {
    canned.instead.set('pages', () => ({ nodes: [PAGE, PAGE, { ...PAGE, owner: null }], totalCount: 3, pageInfo: {} }));
    await direct(LIST);
    canned.instead.delete('pages');
    expect(canned.calls.filter(({ field }) => field === 'eventCount')).toHaveLength(1);
  });

  it('asks no service for the plan, and the federation for nothing else', async () => {
    executor.mockClear();
    const operation = fixedOperation<unknown>('query Twice { me { id } }');
    canned.calls.length = 0;
    await graph.run(operation, {}, CALL);
    await graph.run(operation, {}, CALL);
    expect(canned.calls.filter(({ field }) => field === 'me')).toHaveLength(2);
    expect(executor).toHaveBeenCalledTimes(1);
  });

  it('lets the federation refuse variables that do not fit, and takes the direct way afterwards', async () => {
    const operation = fixedOperation<unknown>('query Fitting($id: ID!) { page(id: $id) { id } }');
    await expect(graph.run(operation, {}, CALL)).rejects.toThrow();
    executor.mockClear();
    for (let time = 0; time < 2; time += 1) {
      expect(await graph.run(operation, { id: PAGE.id }, CALL)).toEqual({ page: { id: PAGE.id } });
    }
    expect(executor).toHaveBeenCalledTimes(1);
  });
});
