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
  let schema: GraphQLSchema;
  let canned: Canned;

  beforeAll(async () => {
    const { subgraphs, canned: ofSubgraphs } = createCannedSubgraphs(log);
    canned = ofSubgraphs;
    federation = createFederation(subgraphs, readSupergraph(), log);
    await federation.gateway.load();
    if (federation.gateway.schema === undefined) throw new Error('no schema');
    schema = federation.gateway.schema;
    graph = createGraph({ federation, schema, subgraphs, timeoutMs: 10_000, log });
  });
  afterAll(() => federation.gateway.stop());

  /** How the operation is answered the first time, by the federation, and how after that. */
  async function twice(query: string, variables: Record<string, unknown>) {
    const executor = vi.spyOn(federation.gateway, 'executor');
    const operation = fixedOperation<unknown>(query);
    const run = () =>
      graph.run(operation, variables, CALL).catch((error: Error & { told?: unknown }) => ({
        refused: error.told ?? error.message,
      }));
    const answers = { federated: await run(), direct: await run() };
    expect(executor).toHaveBeenCalledTimes(1);
    executor.mockRestore();
    return answers;
  }

  it.each(DOCUMENTS)('answers %s as the federation does', async (_, document) => {
    const { federated, direct } = await twice(document, variablesOf(schema, document));
    expect(direct).toEqual(federated);
  });

  const LIST = `query TwoLists {
    first: pages(first: 1) { nodes { id ownerId owner { username } eventCount } totalCount }
    me { id pageCount }
  }`;

  it('leaves out what it needed only to ask further', async () => {
    const { federated, direct } = await twice(LIST, {});
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
    const { federated, direct } = await twice(LIST, {});
    canned.instead.delete(field);
    expect(direct).toEqual(federated);
  });

  it('asks for each entity once', async () => {
    canned.instead.set('pages', () => ({ nodes: [PAGE, PAGE, { ...PAGE, owner: null }], totalCount: 3, pageInfo: {} }));
    canned.calls.length = 0;
    const { federated, direct } = await twice(LIST, {});
    canned.instead.delete('pages');
    expect(direct).toEqual(federated);
    const counted = canned.calls.filter(({ field }) => field === 'eventCount').length;
    expect(counted).toBe(3 + 1);
  });
});
