import { composeServices } from '@apollo/composition';
import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { readSupergraph } from './composed-graph.ts';
import { createPlanner } from './planner.ts';

/** A supergraph of two services of which the second knows more of what the first answers. */
function composed(first: string, second: string): string {
  const link = 'extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@shareable"])';
  const { supergraphSdl, errors } = composeServices([
    { name: 'first', url: 'x:first', typeDefs: parse(`${link} ${first}`) },
    { name: 'second', url: 'x:second', typeDefs: parse(`${link} ${second}`) },
  ]);
  if (supergraphSdl === undefined) throw new Error(errors?.join());
  return supergraphSdl;
}

const ofTheProduct = createPlanner(readSupergraph());
const planned = (query: string, planner = ofTheProduct) => planner({ name: 'Listed', query });

describe('planning a listed operation', () => {
  it('makes a plan of what the executor runs', () => {
    const { name, plan } = planned('query Listed { me { id pageCount } }');
    expect(name).toBe('Listed');
    expect(plan).toMatchObject({
      kind: 'Sequence',
      nodes: [
        { kind: 'Fetch', serviceName: 'identity' },
        {
          kind: 'Flatten',
          path: ['me'],
          node: {
            serviceName: 'pages',
            requires: [{ typeCondition: 'User', selections: [{ name: '__typename' }, { name: 'id' }] }],
          },
        },
      ],
    });
  });

  it.each([
    ['query Listed($with: Boolean!) { me { id @include(if: $with) } }', 'it uses @include'],
    ['query Listed { me { ...F } } fragment F on User @skip(if: true) { id }', '"@skip" may not be used'],
    ['query Listed { me { nickname } }', 'Cannot query field "nickname"'],
    ['query Other { me { id } }', 'no operation of this name'],
    ['{ me { id', 'Syntax Error'],
  ])('refuses %s by its name', (query, reason) => {
    expect(() => planned(query)).toThrow(/^Listed cannot be run: /);
    expect(() => planned(query)).toThrow(reason);
  });

  it.each([
    [
      'interfaces',
      'type Query { any: Any } interface Any { id: ID! } type One implements Any { id: ID! }',
      'type Query { other: ID }',
      'query Listed { any { id } }',
      'Any is no object type',
    ],
    [
      'keys that are objects',
      'type Query { one: One } type One @key(fields: "of { id }") { of: Of! } type Of { id: ID! }',
      'type One @key(fields: "of { id }") { of: Of! more: Int } type Of { id: ID! }',
      'query Listed { one { more } }',
      'its plan names entities by more than fields of their own',
    ],
  ])('refuses %s', (_, first, second, query, reason) => {
    const supergraph = composed(first, second.replaceAll('type Of {', 'type Of @shareable {'));
    expect(() => planned(query, createPlanner(supergraph))).toThrow(`Listed cannot be run: ${reason}`);
  });
});
