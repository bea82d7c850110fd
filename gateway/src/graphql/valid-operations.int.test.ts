import { afterAll, beforeAll, expect, it } from 'vitest';
import { PAGE, TOKEN } from '../testing/canned-subgraphs.ts';
import { type GatewayUnderTest, startGateway } from '../testing/gateway-under-test.ts';

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

type Case = readonly [query: string, variables?: Readonly<Record<string, unknown>>, operationName?: string];

const ID = PAGE.id;
const CONDITIONS = [
  '{ page(id: "berline-demo") { id @include(if: $a) displayName @skip(if: $b) state } }',
  '{ page(id: "berline-demo") { ...F @include(if: $a) state @skip(if: $b) claimed } } fragment F on Page { id eventCount }',
  '{ page(id: "berline-demo") { state ... @skip(if: $a) { id ... on Page @include(if: $b) { eventCount owner { username } } } } }',
  '{ page(id: "berline-demo") { id owner @include(if: $a) { id } owner @skip(if: $b) { username pageCount } } }',
  '{ page(id: "berline-demo") { id ... @include(if: $a) { owner { id } } ... @skip(if: $b) { owner { username id } } } }',
  '{ ...R @include(if: $a) me { id pageCount @include(if: $b) } } fragment R on Query { page(id: "berline-demo") { id } }',
  '{ page(id: "berline-demo") @skip(if: $a) { id } me { id @skip(if: $b) username } }',
  '{ myPages { nodes { id ...P @include(if: $a) } } } fragment P on Page { owner { username @skip(if: $b) id } viewCount }',
  '{ __type(name: "User") { name @include(if: $a) kind @skip(if: $b) description } }',
].flatMap((query) =>
  [true, false].flatMap((a) =>
    [true, false].flatMap((b): Case[] => [
      [`query ($a: Boolean!, $b: Boolean!) ${query}`, { a, b }],
      [`query ($a: Boolean! = ${a}, $b: Boolean = ${b}) ${query}`],
    ]),
  ),
);

const CASES: readonly Case[] = [
  ['query ($id: ID = "berline-demo") { page(id: $id) { id } }'],
  ['query ($id: ID! = "berline-demo") { page(id: $id) { id } }'],
  ['query ($id: ID! = "none") { page(id: $id) { id } }', { id: ID }],
  ['query ($n: Int! = 5) { myPages(first: $n) { pageInfo { endCursor } } }'],
  ['query ($n: Int = 5) { myPages(first: $n) { pageInfo { endCursor } } }', { n: null }],
  ['query ($n: Int, $after: String) { myPages(first: $n, after: $after) { totalCount } }', { n: 1, after: null }],
  ['query ($f: PageFilter! = { state: ACTIVE, ownerId: "a" }) { pages(filter: $f) { totalCount } }'],
  ['query ($f: PageFilter) { pages(filter: $f) { totalCount } }', { f: { ownerId: 'one', search: null } }],
  ['query ($s: PageState! = ACTIVE) { pages(filter: { state: $s }) { totalCount } }'],
  ['query ($s: PageState) { pages(filter: { state: $s }) { totalCount } }'],
  ['query ($s: ID! = "a") { pages(filter: { ownerId: $s }) { tallies { state claimed count } } }', { s: 'b' }],
  ['query ($w: Boolean! = true) { page(id: "berline-demo") { analytics(withoutOwner: $w) { summary { views } } } }'],
  ['query ($role: Role! = DRIVER) { users(filter: { role: $role }) { totalCount } }'],
  [
    'mutation ($b: String) { updatePage(id: "berline-demo", input: { profile: { name: $b, customFields: [{ name: $b }] } }) { id } }',
    { b: 'x' },
  ],
  [
    'mutation ($b: PageProfileInput = { customFields: [{ name: "a" }], bio: null }) { updatePage(id: "berline-demo", input: { profile: $b }) { id } }',
  ],
  ['mutation ($i: PageInput! = { displayName: "x" }) { updatePage(id: "berline-demo", input: $i) { id } }'],
  [
    'mutation ($s: PageState = ACTIVE, $v: Int) { updatePage(id: "berline-demo", input: { state: $s }, expectedVersion: $v) { id } }',
  ],
  ['{ __typename me { __typename id t: __typename ... on User { x: username } } again: me { id } }'],
  [
    'query A($a: Boolean!) { me { id @skip(if: $a) } } query B($n: Int! = 2) { myPages(first: $n) { totalCount } }',
    {},
    'B',
  ],
  [
    '{ page(id: "berline-demo") { ...A } } fragment A on Page { id ...B } fragment B on Page { owner { ...U } } fragment U on User { username pageCount }',
  ],
  ['query ($n: String! = "User") { __type(name: $n) { name } }'],
  ...CONDITIONS,
];

/** An operation is executed by graphql-js the first time, and compiled when it is repeated. */
it.each(CASES)(
  'answers the same each time, without a log entry: %s %j',
  async (query, variables = {}, operationName) => {
    const times: unknown[] = [];
    const before = gateway.logged();
    for (let time = 0; time < 3; time += 1) {
      gateway.canned.calls.length = 0;
      const response = await fetch(`${gateway.origin}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` },
        body: JSON.stringify({ query, variables, operationName }),
      });
      const answer = (await response.json()) as { readonly data: object };
      expect(Object.keys(answer)).toEqual(['data']);
      expect(answer.data).not.toBeNull();
      // The caller's account is looked up from time to time.
      const calls = gateway.canned.calls
        .filter(({ field }) => field !== 'me')
        .map(({ field, args }) => ({ field, args }));
      times.push({ answer, calls: JSON.stringify(calls) });
    }
    const [walked, ...later] = times;
    expect(later).toEqual([walked, walked]);
    expect(gateway.logged().slice(before.length)).toBe('');
  },
);
