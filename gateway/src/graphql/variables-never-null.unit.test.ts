import { buildSchema, getOperationAST, parse } from 'graphql';
import { expect, test } from 'vitest';
import { variablesNeverNull } from './variables-never-null.ts';

const schema = buildSchema(`
  input Paint { id: ID! coats: [Int!] }
  type Query { of(int: Int, paint: Paint): Boolean }
`);

function neverNull(text: string, name?: string): readonly string[] {
  const document = parse(text);
  const operation = getOperationAST(document, name);
  if (operation == null) throw new Error('no operation');
  return [...variablesNeverNull(schema, operation, document)];
}

test.each([
  'query ($v: ID = "x") { of(paint: { id: $v }) }',
  'query ($v: Boolean = true) { __typename @skip(if: $v) }',
  'query ($v: Int = 1) { of(paint: { id: "x", coats: [$v] }) }',
  'query ($v: Int = 1) { ...F } fragment F on Query { of(paint: { id: "x", coats: [1, $v] }) }',
])('a variable with a default must not be null in a non-null position: %s', (text) => {
  expect(neverNull(text)).toEqual(['v']);
});

test('a variable may be null in a nullable position of the executed operation', () => {
  const both = 'query A($v: Int = 1) { of(int: $v) } query B($v: ID = "x") { of(paint: { id: $v }) }';
  expect(neverNull(both, 'A')).toEqual([]);
  expect(neverNull(both, 'B')).toEqual(['v']);
});
