import { expect, test } from 'vitest';
import { call } from '../src/api.ts';
import {
  clientCodes,
  describeContract,
  document,
  operations,
  problemsOf,
  sendDescribed,
} from '../src/describe-contract.ts';
import { OPERATIONS, REST_OPERATIONS } from '../src/operations/table.ts';
import { usePeopledProduct } from '../src/peopled-product.ts';

const there = usePeopledProduct({});

test('the product serves the document that was built', async () => {
  expect((await call(there().origin, 'GET', '/api/openapi.json')).body).toEqual(document);
});

test('every operation is in the table, and no other', () => {
  expect(REST_OPERATIONS.map(({ name }) => name).sort()).toEqual(
    operations.map(({ operationId }) => operationId).sort(),
  );
});

test('every code in the table is documented for its operation', () => {
  const undocumented = operations.flatMap((operation) =>
    Object.keys(OPERATIONS[operation.operationId]?.rest?.refusals ?? {})
      .filter((code) => !clientCodes(operation).includes(code))
      .map((code) => `${operation.operationId} ${code}`),
  );
  expect(undocumented).toEqual([]);
});

test('a GraphQL error that names a field matches the documentation', async () => {
  const graph = operations.find(({ operationId }) => operationId === 'queryGraph');
  if (graph === undefined) throw new Error('the graph is not described');
  const answer = await sendDescribed(
    there(),
    graph,
    { as: 'owner', body: { query: '{ myPages(first: 0) { totalCount } }' } },
    'en',
  );
  expect([answer.body.errors[0].extensions.field, problemsOf(graph, answer)]).toEqual(['first', []]);
});

// The other cases are in contract.all.e2e.test.ts.
describeContract(there, 'one of each kind');
