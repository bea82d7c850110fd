import { buildSchema, getOperationAST, getVariableValues, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { firstInvalidVariable } from './invalid-variable.ts';

const schema = buildSchema(`
  scalar _Any
  enum Colour { RED }
  input Paint { id: ID! colour: Colour coats: [Int!] }
  type Query { none(number: Float): Boolean }
`);
const TYPES = ['Int', 'Float', 'String', 'ID', 'Boolean', '_Any', 'Colour', 'Paint'].flatMap((name) => [
  name,
  `${name}!`,
  `[${name}]`,
  `[${name}!]!`,
  `[[${name}!]]!`,
]);
const VALUES: readonly unknown[] = [
  undefined,
  null,
  ...[0, -0, 1, 1.5, 2 ** 31, -(2 ** 31), 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY, 1n],
  ...['', '1', 'RED', 'é', true, false],
  ...[[], [1], [null], [[1]], [[null]], ['1'], [[['1']]]],
  ...[{}, { id: '1' }, { id: null }, { id: '1', colour: 'RED', coats: [1, 2] }, { id: '1', colour: 'BLUE' }],
  ...[{ other: 1 }, JSON.parse('{ "__proto__": 1 }'), Object.create(null), new Date(0)],
];

function definitionsOf(text: string) {
  const { variableDefinitions = [] } = getOperationAST(parse(text)) ?? {};
  return variableDefinitions;
}

describe('firstInvalidVariable', () => {
  it.each(TYPES)('refuses exactly the values of %s that graphql-js refuses', (type) => {
    const definitions = definitionsOf(`query ($v: ${type}) { __typename }`);
    for (const value of VALUES) {
      const values = value === undefined ? {} : { v: value };
      const refused = getVariableValues(schema, definitions, values).errors !== undefined;
      expect([value, firstInvalidVariable(schema, definitions, values) !== undefined]).toEqual([value, refused]);
    }
  });

  it('returns the path of the value, and applies defaults', () => {
    const definitions = definitionsOf('query ($n: Int! = 3, $p: [Paint!]!) { __typename }');
    const check = (values: Record<string, unknown>) => firstInvalidVariable(schema, definitions, values);
    expect(check({ p: [] })).toBeUndefined();
    expect(check({ n: null, p: [] })).toBe('n');
    expect(check({ n: 1 })).toBe('p');
    expect(check({ p: [{ id: '1' }, { id: '2', coats: [1, 'two'] }] })).toBe('1.coats.1');
    expect(check({ p: [{}] })).toBe('0.id');
  });

  it('stops at the first of many faults', () => {
    let reads = 0;
    const get = () => {
      reads += 1;
    };
    const watched = () => new Proxy({}, { get, ownKeys: () => [] });
    const definitions = definitionsOf('query ($v: [Paint!]!) { __typename }');
    expect(firstInvalidVariable(schema, definitions, { v: Array.from({ length: 1000 }, watched) })).toBe('0.id');
    expect(reads).toBeLessThan(20);
  });
});
