import { execute, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { createLogger } from '../process/log.ts';
import { buildSchema, createSubgraph } from './subgraph.ts';

const TYPES = `
scalar DateTime
scalar JSON
enum Colour { RED BLUE }
input Paint { n: Int = 7 list: [Int!] = [1, 2] colour: Colour = BLUE at: DateTime coat: Coat required: Int! = 3 json: JSON }
input Coat { n: Int = 7 list: [Int!] at: DateTime inner: Plain }
input Plain { n: Int list: [Int!] at: DateTime colour: Colour json: JSON }
input Nested { n: Int nested: Nested }
interface Named { name: String }
type Car implements Named { id: ID! name: String echo(v: JSON): String other: Car }
type Driver implements Named { id: ID! name: String trips: Int driver: Driver }
union Either = Car | Driver
type Query {
  int(v: Int): String intOr(v: Int = 4): String intOr4(v: Int! = 4): String intMust(v: Int!): String
  text(v: String): String float(v: Float): String yes(v: Boolean!): String id(v: ID!): String
  list(v: [Int]): String listMust(v: [Int!]!): String nest(v: [[Int]]): String
  colour(v: Colour): String colours(v: [Colour!]): String
  paint(v: Paint): String paints(v: [Paint!]): String plain(v: Plain): String plains(v: [Plain!]!): String
  nested(v: Nested): String
  at(v: DateTime): String ats(v: [DateTime!]): String json(v: JSON): String jsons(v: [JSON]): String
  two(a: Int = 1, b: Int): String car: Car! named: [Named!]! either: [Either]
}
type Mutation { keep(v: JSON): String paint(v: Paint): String }
`;

/** What a resolver got, so that an absent value, a date and a text of it are told apart. */
function shown(value: unknown): string {
  if (value === undefined) return 'absent';
  if (value instanceof Date) return `date ${value.toISOString()}`;
  if (Array.isArray(value)) return `[${value.map(shown).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, inner]) => `${name}:${shown(inner)}`).join()}}`;
}

const show = (_: unknown, args: unknown) => shown(args);
const NAMES = [
  ...['int', 'intOr', 'intOr4', 'intMust', 'text', 'float', 'yes', 'id', 'list', 'listMust', 'nest', 'colour'],
  ...['colours', 'paint', 'paints', 'plain', 'plains', 'nested', 'at', 'ats', 'json', 'jsons', 'two'],
];
const car: Record<string, unknown> = { __typename: 'Car', id: 'c', name: 'car' };
car.other = car;
const driver: Record<string, unknown> = { __typename: 'Driver', id: 'd', name: 'driver', trips: 3 };
driver.driver = driver;
const resolvers = {
  Query: {
    ...Object.fromEntries(NAMES.map((name) => [name, show])),
    car: () => car,
    named: () => [car, driver],
    either: () => [car, driver, null],
  },
  Mutation: { keep: show, paint: show },
  Car: { echo: show },
};

const lines: string[] = [];
const parts = {
  name: 'paints',
  typeDefs: TYPES,
  resolvers,
  catalogue: {},
  createContext: () => ({}),
  log: createLogger({ name: 'test', destination: { write: (line) => void lines.push(line) } }),
};
const subgraph = createSubgraph(parts);
const schema = buildSchema(TYPES, resolvers);
const CALL = {
  token: undefined,
  language: 'en',
  clientAddress: '192.0.2.1',
  correlationId: 'c1',
  idempotencyKey: undefined,
} as const;

type Case = readonly [query: string, variables: Readonly<Record<string, unknown>>];

const AT = '2026-01-02T03:04:05Z';
/** A field, the type of its argument, literals of it and values. */
const KINDS: readonly (readonly [string, string, readonly string[], readonly unknown[]])[] = [
  ['int', 'Int', ['4'], [4]],
  ['intOr', 'Int', ['5'], [5]],
  ['text', 'String', ['"x"', '"""b"""'], ['x', '']],
  ['float', 'Float', ['1', '1.5'], [1, 2.5]],
  ['list', '[Int]', ['[1, null]', '3', '[]'], [[1, null], 3, []]],
  ['nest', '[[Int]]', ['[[1], [2]]', '[1, 2]', '1'], [[[1]], 1]],
  ['colour', 'Colour', ['RED'], ['RED']],
  ['colours', '[Colour!]', ['[RED, BLUE]', 'RED'], [['RED'], 'RED']],
  ['paint', 'Paint', ['{}', '{ n: null, list: 3 }', `{ coat: { inner: {} }, at: "${AT}" }`], [{}, { colour: null }]],
  ['paints', '[Paint!]', ['[{}, { n: 2 }]', '{}'], [[{}, { at: AT }], {}]],
  ['plain', 'Plain', ['{}', `{ at: "${AT}", json: { a: [RED] } }`], [{}, { n: null, list: 3, at: AT, json: {} }]],
  ['nested', 'Nested', ['{}', '{ nested: { nested: {} } }'], [{}, { nested: { n: 1 } }]],
  ['at', 'DateTime', [`"${AT}"`], [AT]],
  ['ats', '[DateTime!]', [`["${AT}"]`, `"${AT}"`], [[AT]]],
  ['json', 'JSON', ['1', '{ a: 1, b: [true, null, "x", RED] }', '[1]'], [1, { a: [1] }, 'x']],
  ['jsons', '[JSON]', ['[1, { a: 2 }]', '{ a: 1 }'], [[1, { a: 2 }], { a: 1 }]],
];

function ofKind([field, type, literals, values]: (typeof KINDS)[number]): readonly Case[] {
  const [literal] = literals;
  const given = [{}, { v: null }, ...values.map((v) => ({ v }))];
  return [
    ...[...literals, 'null'].map((each): Case => [`{ ${field}(v: ${each}) }`, {}]),
    ...literals.flatMap((each): Case[] =>
      given.map((variables) => [`query ($v: ${type} = ${each}) { ${field}(v: $v) }`, variables]),
    ),
    ...given.map((variables): Case => [`query ($v: ${type}) { ${field}(v: $v) }`, variables]),
    ...[{}, ...values.map((v) => ({ v }))].map(
      (variables): Case => [`query ($v: ${type}! = ${literal}) { ${field}(v: $v) }`, variables],
    ),
    ...given.map((variables): Case => [`query ($v: ${type}) { json(v: { a: $v, b: [$v, { c: $v }] }) }`, variables]),
    ...given.map((variables): Case => [`mutation ($v: ${type}) { keep(v: { a: $v, b: [$v] }) }`, variables]),
  ];
}

const WITHIN = [
  'query ($v: Int) { intOr(v: $v) }',
  'query ($v: Int) { intOr4(v: $v) }',
  'query ($v: Int = 9) { intMust(v: $v) }',
  'query ($v: Int) { two(b: $v) other: two(a: $v) }',
  'query ($v: Int) { list(v: [1, $v]) }',
  'query ($v: Int = 8) { listMust(v: [1, $v]) }',
  'query ($v: Int) { plain(v: { n: $v }) }',
  'query ($v: Int = 9) { paint(v: { n: $v, coat: { inner: { n: $v } } }) }',
  'query ($v: Int) { paint(v: { required: $v }) }',
  'query ($v: Int = 2) { paint(v: { required: $v }) }',
  'query ($v: Int) { paints(v: [{ n: $v }, { coat: { list: [1] } }]) }',
  'query ($v: Int) { plains(v: [{ n: $v }, {}]) }',
].flatMap((query) => [{}, { v: null }, { v: 5 }].map((variables): Case => [query, variables]));

const CONDITIONS = [
  '{ named { __typename name ... on Car @include(if: $a) { id } ... on Driver @skip(if: $b) { trips id } } }',
  '{ either { ...C @include(if: $a) ...D @skip(if: $b) } } fragment D on Driver { trips driver @include(if: $b) { id } } fragment C on Car { id other { name @skip(if: $a) id } }',
  '{ car { id @include(if: $a) id @skip(if: $b) other @include(if: $a) { id } other @include(if: $b) { name } } }',
  '{ car { ... @include(if: $a) { other { id } } ... @skip(if: $b) { other { name id } } } }',
  '{ car { ... @include(if: $a) { ... @skip(if: $b) { x: name } } } ...R @include(if: $b) } fragment R on Query { y: car { id @skip(if: $a) } __typename @include(if: $a) }',
  '{ car @include(if: $a) @skip(if: $b) { id } __typename }',
  '{ car { ...F ...F @include(if: $a) ...F @skip(if: $b) } } fragment F on Car { id name }',
  '{ car { ...F @include(if: $a) ...F @skip(if: $b) } } fragment F on Car { id name }',
  '{ either { ... on Named { name @include(if: $a) } ... on Car { other { ... on Named @skip(if: $b) { name } } } } }',
  '{ car { a: echo(v: { x: $a }) b: echo(v: [$b, $a]) c: echo(v: $a) @skip(if: $b) } }',
  '{ car @include(if: true) { id @skip(if: true) name @include(if: $a) t: __typename @skip(if: $b) } }',
].flatMap((query) =>
  [true, false].flatMap((a) =>
    [true, false].flatMap((b): Case[] => [
      [`query ($a: Boolean!, $b: Boolean!) ${query}`, { a, b }],
      [`query ($a: Boolean = ${a}, $b: Boolean! = ${b}) ${query}`, {}],
    ]),
  ),
);

const OTHERS: readonly Case[] = [
  ['{ int(v: 1) int(v: 1) car { id id: id t: __typename } __typename }', {}],
  ['query ($v: Int) { car { ... on Named { ... on Car { name } } } int(v: $v) }', { v: null, more: 1 }],
];

/** Values of the variables of each operation that fits the schema: others never come as far as being run. */
const CASES = new Map<string, Case[1][]>();
for (const [query, variables] of [...KINDS.flatMap(ofKind), ...WITHIN, ...CONDITIONS, ...OTHERS]) {
  if (validate(schema, parse(query)).length === 0) CASES.set(query, [...(CASES.get(query) ?? []), variables]);
}

const plain = (result: unknown) => JSON.parse(JSON.stringify(result)) as { data?: unknown; errors?: unknown };

describe('an operation', () => {
  it.each([...CASES])('is answered as graphql-js does, the first time and later: %s', async (query, all) => {
    lines.length = 0;
    for (const variables of [...all, ...all, ...all]) {
      const reference = await execute({ schema, document: parse(query), variableValues: variables, contextValue: {} });
      const answer = await subgraph.execute({ query, variables }, CALL);
      if (reference.errors === undefined) expect([variables, plain(answer)]).toEqual([variables, plain(reference)]);
      // graphql-js says what is wrong in words alone, and runs the rest.
      else expect(answer.errors?.[0]?.extensions).toEqual({ code: 'VALIDATION_FAILED', status: 400, field: 'v' });
    }
    expect(lines).toEqual([]);
  });

  it.each([
    ['compiled', '{ int }'],
    ['compiled', '{ list(v: [1, 2]) int(v: 1) }'],
    ['compiled', 'query ($v: Int) { list(v: [1]) int(v: $v) }'],
    ['compiled', 'query ($v: Plain) { plain(v: $v) }'],
    ['run by graphql-js', 'query ($v: Int = 1) { int(v: $v) }'],
    ['run by graphql-js', 'query ($v: Paint) { paint(v: $v) }'],
    ['run by graphql-js', 'query ($v: Nested) { nested(v: $v) }'],
    ['run by graphql-js', 'query ($v: Int) { list(v: [1, $v]) }'],
    ['run by graphql-js', '{ int @include(if: true) }'],
    ['run by graphql-js', 'mutation { paint }'],
  ])('is %s when it comes again: %s', async (how, query) => {
    const ways: string[] = [];
    const tracing = createSubgraph({
      ...parts,
      resolvers: Object.fromEntries(
        (['Query', 'Mutation'] as const).map((type) => {
          const names = Object.keys(resolvers[type]);
          const trace = () => {
            const byWalk = new Error().stack?.includes('/graphql/execution/') === true;
            ways.push(byWalk ? 'run by graphql-js' : 'compiled');
          };
          return [type, Object.fromEntries(names.map((name) => [name, trace]))];
        }),
      ),
    });
    for (let time = 0; time < 3; time += 1) {
      ways.length = 0;
      const { errors } = await tracing.execute({ query, variables: {} }, CALL);
      expect(errors).toBeUndefined();
      expect(new Set(ways)).toEqual(new Set([time === 0 ? 'run by graphql-js' : how]));
    }
  });

  it('is the one that is named', async () => {
    const query = 'query A { car { id } } query B($v: Int = 2) { int(v: $v) }';
    for (const [operationName, data] of [
      ['A', { car: { id: 'c' } }],
      ['B', { int: '{v:2}' }],
    ] as const) {
      expect(plain(await subgraph.execute({ query, operationName }, CALL))).toEqual({ data });
    }
  });
});
