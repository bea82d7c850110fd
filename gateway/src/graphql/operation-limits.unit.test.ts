import { DomainError } from '@volant/infra/errors/domain-error';
import { getIntrospectionQuery, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import '../rest/register-rest.ts';
import { fixedOperations } from '../supergraph/graph.ts';
import { type OperationLimits, refuseTooLarge, STRANGER_LIMITS } from './operation-limits.ts';

const LIMITS: OperationLimits = {
  ...{ depth: 4, aliases: 2, rootFields: 3, fields: 12, directives: 3, valueDepth: 3, values: 8 },
};

/** The limit that a document exceeds; undefined if there is none. */
function refusal(document: string, limits = LIMITS): string | undefined {
  try {
    refuseTooLarge(parse(document), limits);
    return undefined;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'OPERATION_TOO_LARGE') return String(error.parameters.detail);
    throw error;
  }
}

const list = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

describe('an operation', () => {
  it('within all limits passes', () => {
    expect(refusal('{ a { a { a { b } } } x: b y: b(v: [[1]], w: { x: $v }) @skip(if: $v) }')).toBeUndefined();
  });

  it.each([
    ['{ a { a { a { a { b } } } } }', /depth 5/],
    ['{ a { ...F } } fragment F on Query { a { a { a { b } } } }', /depth 5/],
    ['{ a { ... on Query { a { a { a { b } } } } } }', /depth 5/],
    ['{ a { x: b y: b z: b } }', /aliases 3/],
    ['{ a { ...F } b ... on Query { a { ...F } } } fragment F on Query { x: b y: b }', /aliases 4/],
    ['{ a { b } x: a { b } y: a { b } b }', /rootFields 4/],
    ['{ ...F } fragment F on Query { a { b } x: a { b } y: a { b } b }', /rootFields 4/],
    ['{ a { ...F ...F } } fragment F on Query { ...G ...G } fragment G on Query { b b b }', /fields 19/],
    [`{ a { ${'... { b } '.repeat(7)} } }`, /fields 15/],
    [`{ a ${'@x '.repeat(4)} }`, /directives 4/],
    ['{ a(v: 1e999) }', /A number/],
    [`query ($v: J = [${'9'.repeat(400)}]) { a(v: $v) }`, /A number/],
    ['query @x { a @x ... @x { b } ...F } fragment F on Query @x { b }', /directives 4/],
    ['query ($v: Int @x @x @x @x) { a }', /directives 4/],
    [`{ a(v: ${list(4)}) }`, /valueDepth 4/],
    ['{ a(v: { a: { b: { c: { d: 1 } } } }) }', /valueDepth 5/],
    [`query ($v: J = ${list(4)}) { a(v: $v) }`, /valueDepth 4/],
    [`{ a @x(v: ${list(4)}) }`, /valueDepth 4/],
    [`query @x(v: ${list(4)}) { a }`, /valueDepth 4/],
    [`query ($v: J @x(v: ${list(4)})) { a }`, /valueDepth 4/],
    [`{ ...F @x(v: ${list(4)}) } fragment F on Query { b }`, /valueDepth 4/],
    [`{ ...F } fragment F on Query @x(v: ${list(4)}) { b }`, /valueDepth 4/],
    [`{ ...F } fragment F on Query { b(v: ${list(4)}) }`, /valueDepth 4/],
    ['{ a(v: [1, 2, 3, 4, 5, 6, 7, 8]) }', /values 9/],
    ['{ a { b(v: [1, 2]) } b(v: [1, 2]) a { b(v: [1, 2]) } }', /values 9/],
    ['{ a { ...F ...F ...F } } fragment F on Query { b(v: [1, 2]) }', /values 9/],
    [`query (${'abcdefghi'.replace(/./g, '$$$&: Int ')}) { a }`, /values 9/],
  ])('%s is too large', (document, message) => {
    expect(refusal(document)).toMatch(message);
  });

  it('is measured anywhere in the document, including fragments that are never spread', () => {
    const many = Array.from({ length: 200 }, () => 'b').join(' ');
    expect(refusal(`{ a } query Other { a(v: ${list(4)}) }`)).toMatch(/valueDepth 4/);
    expect(refusal(`{ a } fragment F on Query { ${many} }`)).toMatch(/fields 201/);
    const others = Array.from({ length: 60 }, (_, i) => `query Q${i} { b b b }`);
    expect(refusal(`{ a } ${others.join(' ')}`)).toMatch(/fields 181/);
    expect(refusal('fragment F on Query { b } { a ...F }')).toBeUndefined();
  });

  it('with a fragment that contains itself does not loop the measurement', () => {
    expect(refusal('{ ...F } fragment F on Query { a { ...F } }')).toBeUndefined();
    expect(
      refusal('{ __schema { ...F } } fragment F on X { a { ...G } } fragment G on X { a { ...F } }'),
    ).toBeUndefined();
  });

  it('does not take exponential time with nested fragments', () => {
    const levels = Array.from({ length: 60 }, (_, i) => `fragment F${i} on Query { ...F${i + 1} ...F${i + 1} }`);
    const document = `{ ...F0 } ${levels.join(' ')} fragment F60 on Query { b }`;
    expect(refusal(document)).toMatch(/ields/);
    expect(refusal(document.replace('...F0', '__schema { ...F0 }'))).toMatch(/ields/);
  });

  it('of REST stays within the limits for callers without an account', () => {
    for (const { name, query } of fixedOperations())
      expect([name, refusal(query, STRANGER_LIMITS)]).toEqual([name, undefined]);
  });
});

describe('introspection', () => {
  it('in the form that tools use passes', () => {
    for (const document of [
      getIntrospectionQuery(),
      getIntrospectionQuery({
        inputValueDeprecation: true,
        schemaDescription: true,
        specifiedByUrl: true,
        oneOf: true,
      }),
      '{ __type(name: "Page") { fields { name type { name ofType { name } } } } }',
    ]) {
      expect(refusal(document)).toBeUndefined();
    }
  });

  it.each([
    ['{ __schema { types { name } } b }', /alone/],
    ['{ ...F } fragment F on Query { b __type(name: "A") { name } }', /alone/],
    ['{ __schema { x: types { name } } }', /aliases 1/],
  ])('%s is too large', (document, message) => {
    expect(refusal(document)).toMatch(message);
  });
});
