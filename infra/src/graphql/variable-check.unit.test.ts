import { buildSchema, getOperationAST, getVariableValues, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { createVariableCheck } from './variable-check.ts';

const schema = buildSchema(`
  scalar _Any
  enum Colour { RED }
  input Paint { id: ID! colour: Colour coats: [Int!] }
  type Query {
    of(int: Int, float: Float, text: String, id: ID, yes: Boolean, any: _Any, colour: Colour, paint: Paint): Boolean
  }
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
  ...[[], [1], [null], [[1]], [[null]], ['1'], [[['1']]], new Array(2)],
  ...[
    {},
    { id: '1' },
    { id: null },
    { id: '1', colour: 'RED', coats: [1, 2] },
    { id: '1', colour: 'BLUE' },
    { other: 1 },
  ],
  ...[JSON.parse('{ "__proto__": 1 }'), Object.create(null), new Date(0)],
];

function checked(text: string, name?: string) {
  const document = parse(text);
  const operation = getOperationAST(document, name);
  if (operation == null) throw new Error('no operation');
  return { ...operation, check: createVariableCheck(schema, operation, document) };
}

describe('the check of variables', () => {
  it.each(TYPES)('refuses of %s what graphql-js refuses, and nothing else', (type) => {
    const { variableDefinitions = [], check } = checked(`query ($v: ${type}) { __typename }`);
    for (const value of VALUES) {
      const values = value === undefined ? {} : { v: value };
      const refused = getVariableValues(schema, variableDefinitions, values).errors !== undefined;
      expect([value, check(values) !== undefined]).toEqual([value, refused]);
    }
  });

  it('names what does not fit, and lets a default stand in', () => {
    const { check } = checked('query ($n: Int! = 3, $p: [Paint!]!) { __typename }');
    expect(check({ p: [] })).toBeUndefined();
    expect(check({ n: null, p: [] })).toBe('n');
    expect(check({ n: 1 })).toBe('p');
    expect(check({ p: [{ id: '1' }, { id: '2', coats: [1, 'two'] }] })).toBe('1.coats.1');
    expect(check({ p: [{}] })).toBe('0.id');
  });

  it.each([
    'query ($v: ID = "x") { of(paint: { id: $v }) }',
    'query ($v: Boolean = true) { __typename @skip(if: $v) }',
    'query ($v: Int = 1) { of(paint: { id: "x", coats: [$v] }) }',
    'query ($v: Int = 1) { ...F } fragment F on Query { of(paint: { id: "x", coats: [1, $v] }) }',
  ])('refuses null where a default alone made the operation valid: %s', (text) => {
    const { check } = checked(text);
    expect(check({ v: null })).toBe('v');
    expect(check({})).toBeUndefined();
  });

  it('takes null where it may stand', () => {
    const both = 'query A($v: Int = 1) { of(int: $v) } query B($v: ID = "x") { of(paint: { id: $v }) }';
    expect(checked(both, 'A').check({ v: null })).toBeUndefined();
    expect(checked(both, 'B').check({ v: null })).toBe('v');
    expect(checked('query ($v: Int = 1) { of(int: $v) }').check({ v: null })).toBeUndefined();
  });

  it('looks for one fault, however many there are', () => {
    const { check } = checked('query ($v: [Paint!]!) { __typename }');
    let looked = 0;
    const get = () => {
      looked += 1;
    };
    const watched = () => new Proxy({}, { get, ownKeys: () => [] });
    expect(check({ v: Array.from({ length: 1000 }, watched) })).toBe('0.id');
    expect(looked).toBeLessThan(20);
  });
});
