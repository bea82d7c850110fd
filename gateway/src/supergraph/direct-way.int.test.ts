import { fileURLToPath } from 'node:url';
import type { ApolloGateway } from '@apollo/gateway';
import { DomainError } from '@volant/infra/errors/domain-error';
import { createLogger } from '@volant/infra/process/log';
import {
  type GraphQLInputType,
  getOperationAST,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  parse,
  typeFromAST,
} from 'graphql';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readPersistedOperations } from '../graphql/persisted-operations.ts';
import '../app.ts';
import { type Canned, createCannedSubgraphs, MESSAGE, PAGE } from '../testing/canned-subgraphs.ts';
import { CALL, federatedAnswer } from '../testing/federated-answer.ts';
import { readComposedGraph } from './composed-graph.ts';
import { createEventsSubgraph } from './events-subgraph.ts';
import { createFederation } from './federation.ts';
import { createGraph, type FixedOperation, fixedOperations, type Graph, type GraphAnswer } from './fixed-operations.ts';
import { createPlanner } from './planner.ts';

const { schema, plans: ofTheProduct, supergraphSdl } = readComposedGraph();
const log = createLogger({ name: 'test', level: 'silent' });

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

function variablesOf({ name, query }: FixedOperation<unknown>): Record<string, unknown> {
  return Object.fromEntries(
    (getOperationAST(parse(query))?.variableDefinitions ?? []).flatMap((definition) => {
      const variable = definition.variable.name.value;
      const type = typeFromAST(schema, definition.type);
      const taken = TAKEN[`${name}.${variable}`] ?? TAKEN[variable];
      return isInputType(type) ? [[variable, taken ?? someValue(type)]] : [];
    }),
  );
}

const WEB = fileURLToPath(new URL('../../../web', import.meta.url));
const LISTED = [...fixedOperations(), ...(await readPersistedOperations(WEB)).values()];

const LIST = {
  name: 'TwoLists',
  query: `query TwoLists {
    first: pages(first: 1) { nodes { id ownerId owner { username } eventCount } totalCount }
    me { id pageCount }
  }`,
};

describe('a listed operation', () => {
  let federation: ApolloGateway;
  let graph: Graph;
  let canned: Canned;

  beforeAll(async () => {
    const { subgraphs, canned: ofSubgraphs } = createCannedSubgraphs(log);
    canned = ofSubgraphs;
    // No listed operation goes by way of it.
    const events = createEventsSubgraph(() => {
      throw new Error('there is no server');
    }, log);
    federation = createFederation([...subgraphs, events], supergraphSdl, log);
    await federation.load();
    const { id, plan } = createPlanner(supergraphSdl)(LIST);
    const plans = new Map([...ofTheProduct, [id, plan]]);
    const parts = { schema, subgraphs, timeoutMs: 10_000, log };
    graph = createGraph({ operations: [...LISTED, LIST], plans, ...parts });
  });
  afterAll(() => federation.stop());

  beforeEach(() => canned.instead.clear());

  /** An answer, and what the services were asked for it. */
  async function heard(answer: () => Promise<GraphAnswer>) {
    canned.calls.length = 0;
    const { data, errors = [] } = await answer();
    return {
      data,
      errors: errors.map(({ message, extensions: { code, status } }) => ({ message, code, status })),
      fields: [...new Set(canned.calls.map(({ field }) => field))],
      // The federation asks again for an entity that it has met before.
      asked: [...new Set(canned.calls.map(({ field, args }) => JSON.stringify({ field, args })))].sort(),
    };
  }

  /** Holds that the executor answers as @apollo/gateway does, by the same questions. */
  async function compare(operation: FixedOperation<unknown>) {
    const variables = variablesOf(operation);
    const federated = await heard(() => federatedAnswer(federation, operation, variables));
    const { fields, ...direct } = await heard(() => graph.answer(operation, variables, CALL));
    expect(direct).toEqual({ data: federated.data, errors: federated.errors, asked: federated.asked });
    return { ...direct, fields };
  }

  it('is one of many', () => {
    expect(LISTED.length).toBeGreaterThan(60);
    expect(new Set(LISTED.map(({ name }) => name)).size).toBe(LISTED.length);
  });

  it.each(LISTED)('$name: is answered as the federation answers it', async (operation) => {
    const { data, errors, asked } = await compare(operation);
    expect(asked).not.toEqual([]);
    expect([errors, data]).toEqual([[], await graph.run(operation, variablesOf(operation), CALL)]);
  });

  it.each(LISTED)('$name: does without each field as the federation does', async (operation) => {
    const { fields } = await compare(operation);
    for (const field of fields) {
      canned.instead.set(field, () => {
        throw new DomainError('PAGE_NOT_FOUND');
      });
      const { errors } = await compare(operation);
      expect(errors).not.toEqual([]);
      canned.instead.set(field, () => null);
      await compare(operation);
      canned.instead.delete(field);
    }
  });

  it('leaves out what it needed only to ask further', async () => {
    const { data } = await compare(LIST);
    expect(data).toEqual({
      first: {
        nodes: [{ id: PAGE.id, ownerId: PAGE.ownerId, owner: { username: 'ana' }, eventCount: 12 }],
        totalCount: 2,
      },
      me: { id: 'u1', pageCount: 4 },
    });
  });

  it('asks for each entity once', async () => {
    canned.instead.set('pages', () => ({ nodes: [PAGE, PAGE, { ...PAGE, owner: null }], totalCount: 3, pageInfo: {} }));
    await compare(LIST);
    expect(canned.calls.filter(({ field }) => field === 'eventCount')).toHaveLength(1);
  });

  it('is refused with variables that do not fit, without a question to any service', async () => {
    const operation = LISTED.find(({ name }) => name === 'ClaimMessage') as FixedOperation<unknown>;
    const { data, errors, asked } = await heard(() => graph.answer(operation, {}, CALL));
    expect([data, asked, errors.length]).toEqual([undefined, [], 1]);
  });

  it('stops the start where it has no plan', () => {
    const unplanned = { name: 'Unplanned', query: 'query Unplanned { me { id } }' };
    const parts = { plans: ofTheProduct, schema, subgraphs: [], timeoutMs: 10_000, log };
    expect(() => createGraph({ operations: [...LISTED, unplanned], ...parts })).toThrow('no plan of Unplanned');
  });
});
