import { describe, expect, it } from 'vitest';
import { createLogger } from '../process/observability/log.ts';
import { LONGEST_TEXT } from '../text/outside-text.ts';
import { createSubgraph } from './subgraph.ts';

const TYPES = `
extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key"])
scalar JSON
type Car @key(fields: "id") { id: ID! }
input Note { text: String lines: [String!] }
type Query { byText(of: String!): Int byId(of: ID!): Int byIds(of: [ID!]!): Int byNote(of: Note!): Int byJson(of: JSON!): Int }
type Mutation { byText(of: String!): Int byId(of: ID!): Int byIds(of: [ID!]!): Int byNote(of: Note!): Int byJson(of: JSON!): Int }
`;
const CALL = {
  token: undefined,
  language: 'en' as const,
  clientAddress: '192.0.2.1',
  correlationId: 'c1',
  idempotencyKey: undefined,
};

/** Resolvers that record that they were called; a real one could do anything with its arguments. */
function setUp() {
  const reached: string[] = [];
  const resolver = (name: string) => () => {
    reached.push(name);
    return 1;
  };
  const fields = Object.fromEntries(
    ['byText', 'byId', 'byIds', 'byNote', 'byJson'].map((name) => [name, resolver(name)]),
  );
  const subgraph = createSubgraph({
    name: 'cars',
    typeDefs: TYPES,
    catalogue: {},
    createContext: () => ({}),
    log: createLogger({ name: 'test', destination: { write: () => {} } }),
    resolvers: { Query: fields, Mutation: fields, Car: { __resolveReference: (car: { id: string }) => car } },
  });
  return { subgraph, reached };
}

const longest = 'x'.repeat(LONGEST_TEXT);
const tooLong = `${longest}x`;
const deep = JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`);

const VALUES: readonly (readonly [field: string, type: string, admitted: unknown, refused: readonly unknown[]])[] = [
  ['byText', 'String!', longest, [tooLong]],
  ['byId', 'ID!', longest, [tooLong]],
  ['byIds', '[ID!]!', ['a', longest], [['a', tooLong], Array.from({ length: 10_001 }, () => 'a')]],
  ['byNote', 'Note!', { text: longest }, [{ text: tooLong }, { lines: ['a', tooLong] }]],
  ['byJson', 'JSON!', { a: [longest] }, [tooLong, { a: [tooLong] }, { [tooLong]: 1 }, deep, { a: deep }]],
];

describe.each(['query', 'mutation'])('arguments of a %s', (kind) => {
  it.each(VALUES)('%s receives no value beyond the bounds', async (field, type, admitted, refused) => {
    const { subgraph, reached } = setUp();
    const run = (of: unknown) =>
      subgraph.execute({ query: `${kind} ($of: ${type}) { ${field}(of: $of) }`, variables: { of } }, CALL);
    for (const of of refused) {
      expect((await run(of)).errors?.[0]?.extensions).toMatchObject({ code: 'VALIDATION_FAILED', field: 'of' });
    }
    expect(reached).toEqual([]);
    expect((await run(admitted)).errors).toBeUndefined();
    expect(reached).toEqual([field]);
  });

  it('are bounded as literals too', async () => {
    const { subgraph, reached } = setUp();
    for (const [literal, field] of [
      [`"${tooLong}"`, 'byText'],
      [`{ text: "${tooLong}" }`, 'byNote'],
      [`["a", """${tooLong}"""]`, 'byIds'],
    ]) {
      const { errors } = await subgraph.execute({ query: `${kind} { ${field}(of: ${literal}) }` }, CALL);
      expect(errors?.[0]?.extensions).toMatchObject({ code: 'VALIDATION_FAILED', field: 'query' });
    }
    const byDefault = `${kind} ($of: String = "${tooLong}") { byText(of: $of) }`;
    expect((await subgraph.execute({ query: byDefault }, CALL)).errors).toHaveLength(1);
    expect(reached).toEqual([]);
    expect((await subgraph.execute({ query: `${kind} { byText(of: "${longest}") }` }, CALL)).errors).toBeUndefined();
  });
});

it('does not bound entity references between services', async () => {
  const { subgraph } = setUp();
  const r = Array.from({ length: 10_001 }, (_, id) => ({ __typename: 'Car', id: String(id) }));
  const query = 'query ($r: [_Any!]!) { _entities(representations: $r) { ... on Car { id } } }';
  const { data, errors } = await subgraph.execute({ query, variables: { r } }, CALL);
  expect(errors).toBeUndefined();
  expect(data?._entities).toHaveLength(10_001);
});
