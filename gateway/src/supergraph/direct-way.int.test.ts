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
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import '../rest/register-rest.ts';
import { type Canned, createCannedSubgraphs, PAGE, TOKEN } from '../testing/canned-subgraphs.ts';
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

/** Something that the type admits. */
function someValue(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return someValue(type.ofType);
  if (isListType(type)) return [someValue(type.ofType)];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).filter((field) => isNonNullType(field.type));
    return Object.fromEntries(fields.map((field) => [field.name, someValue(field.type)]));
  }
  return { Int: 5, Boolean: true, JSON: {} }[type.name] ?? PAGE.id;
}

function variablesOf(schema: GraphQLSchema, document: string): Record<string, unknown> {
  const definitions = getOperationAST(parse(document))?.variableDefinitions ?? [];
  return Object.fromEntries(
    definitions.flatMap((definition) => {
      const type = typeFromAST(schema, definition.type);
      return isInputType(type) ? [[definition.variable.name.value, someValue(type)]] : [];
    }),
  );
}

const DOCUMENTS = [...fixedDocuments()].map((document) => [/\w+ (\w+)/.exec(document)?.[1], document] as const);

describe('the way past the federation’s executor', () => {
  let federation: Federation;
  let graph: Graph;
  let byFederation: Graph;
  let schema: GraphQLSchema;
  let canned: Canned;

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
    vi.spyOn(federation, 'planOf');
    const parts = { schema, subgraphs, timeoutMs: 10_000, log };
    graph = createGraph({ ...parts, federation });
    // Without a plan to go by it is the federation that carries an operation out, each time.
    byFederation = createGraph({ ...parts, federation: { ...federation, planOf: () => undefined } });
  });
  afterAll(() => federation.gateway.stop());

  /** How the operation is answered by the federation, and how without it. */
  async function both(query: string, variables: Record<string, unknown>) {
    const operation = fixedOperation<unknown>(query);
    const answerOf = (way: Graph) =>
      way.run(operation, variables, CALL).catch((error: Error & { told?: unknown }) => ({
        refused: error.told ?? error.message,
      }));
    const federated = await answerOf(byFederation);
    canned.calls.length = 0;
    const direct = await answerOf(graph);
    expect(federation.planOf).toHaveBeenCalled();
    return { federated, direct };
  }

  it.each(DOCUMENTS)('answers %s as the federation does', async (_, document) => {
    const { federated, direct } = await both(document, variablesOf(schema, document));
    expect(direct).toEqual(federated);
  });

  const LIST = `query TwoLists {
    first: pages(first: 1) { nodes { id ownerId owner { username } eventCount } totalCount }
    me { id pageCount }
  }`;

  it('leaves out what it needed only to ask further', async () => {
    const { federated, direct } = await both(LIST, {});
    expect(direct).toEqual(federated);
    expect(direct).toEqual({
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
    const { federated, direct } = await both(LIST, {});
    canned.instead.delete(field);
    expect(direct).toEqual(federated);
  });

  it('asks for each entity once', async () => {
    canned.instead.set('pages', () => ({ nodes: [PAGE, PAGE, { ...PAGE, owner: null }], totalCount: 3, pageInfo: {} }));
    const { federated, direct } = await both(LIST, {});
    canned.instead.delete('pages');
    expect(direct).toEqual(federated);
    expect(canned.calls.filter(({ field }) => field === 'eventCount')).toHaveLength(1);
  });

  it('asks no service for the plan, and the federation for nothing else', async () => {
    const executor = vi.spyOn(federation.gateway, 'executor');
    const operation = fixedOperation<unknown>('query Twice { me { id } }');
    canned.calls.length = 0;
    await graph.run(operation, {}, CALL);
    await graph.run(operation, {}, CALL);
    expect(canned.calls.filter(({ field }) => field === 'me')).toHaveLength(2);
    expect(executor).toHaveBeenCalledTimes(1);
    executor.mockRestore();
  });

  it('lets the federation refuse variables that do not fit, and takes the direct way afterwards', async () => {
    const operation = fixedOperation<unknown>('query Fitting($id: ID!) { page(id: $id) { id } }');
    await expect(graph.run(operation, {}, CALL)).rejects.toThrow();
    const executor = vi.spyOn(federation.gateway, 'executor');
    for (let time = 0; time < 2; time += 1) {
      expect(await graph.run(operation, { id: PAGE.id }, CALL)).toEqual({ page: { id: PAGE.id } });
    }
    expect(executor).toHaveBeenCalledTimes(1);
    executor.mockRestore();
  });
});
