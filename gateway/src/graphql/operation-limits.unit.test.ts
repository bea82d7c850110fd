import { buildSchema, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { limitOperations } from './operation-limits.ts';

const schema = buildSchema('type Query { a: Query b: Int }');
const LIMITS = { depth: 4, aliases: 2, rootFields: 3, fields: 12 };

function refusals(document: string): string[] {
  return validate(schema, parse(document), [limitOperations(LIMITS)]).map(({ message }) => message);
}

describe('an operation', () => {
  it('within all limits passes', () => {
    expect(refusals('{ a { a { a { b } } } x: b y: b }')).toEqual([]);
  });

  it.each([
    ['{ a { a { a { a { b } } } } }', /depth 5/],
    ['{ a { ...F } } fragment F on Query { a { a { a { b } } } }', /depth 5/],
    ['{ a { ... on Query { a { a { a { b } } } } } }', /depth 5/],
    ['{ a { x: b y: b z: b } }', /aliases 3/],
    ['{ a { ...F } b ... on Query { a { ...F } } } fragment F on Query { x: b y: b }', /aliases 4/],
    ['{ a { b } x: a { b } y: a { b } b }', /rootFields 4/],
    ['{ ...F } fragment F on Query { a { b } x: a { b } y: a { b } b }', /rootFields 4/],
    ['{ a { ...F ...F } } fragment F on Query { ...G ...G } fragment G on Query { b b b }', /fields 13/],
  ])('%s is too large', (document, message) => {
    expect(refusals(document)).toEqual([expect.stringMatching(message)]);
  });

  it('cannot loop the measuring with a fragment within itself', () => {
    expect(refusals('{ ...F } fragment F on Query { a { ...F } }')).toEqual([]);
  });

  it('cannot take an exponential time over fragments', () => {
    const levels = Array.from({ length: 60 }, (_, i) => `fragment F${i} on Query { ...F${i + 1} ...F${i + 1} }`);
    const document = `{ ...F0 } ${levels.join(' ')} fragment F60 on Query { b }`;
    expect(refusals(document)).toContainEqual(expect.stringMatching(/fields/));
  });

  it('that is introspection is another setting’s business, unless it hides more', () => {
    const deep = '__schema { types { fields { type { ofType { ofType { name } } } } } }';
    expect(refusals(`{ ${deep} }`)).toEqual([]);
    expect(refusals(`{ ${deep} b }`)).not.toEqual([]);
  });
});
