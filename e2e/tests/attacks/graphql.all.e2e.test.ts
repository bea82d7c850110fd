import { buildClientSchema, type GraphQLSchema, getIntrospectionQuery } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, signUp } from '../../src/api.ts';
import { callsOf } from '../../src/api-description.ts';
import type { Attack } from '../../src/attacks/attack.ts';
import { ALL, type AttackedProduct, openAttacked } from '../../src/attacks/attacked-product.ts';
import { bodyLimitOf } from '../../src/attacks/body-limit.ts';
import {
  documentAttacks,
  type GraphqlTarget,
  literalAttacks,
  unusualOperations,
  variableAttacks,
} from '../../src/attacks/graphql-attacks.ts';
import { strike } from '../../src/attacks/strike.ts';
import { operationOfField } from '../../src/operations/table.ts';
import type { RootField } from '../../src/root-fields.ts';

let attacked: AttackedProduct;
let stranger: GraphqlTarget;
let driver: GraphqlTarget & { readonly token: string };
beforeAll(async () => {
  // Accept any operation, so that each attack gets as far as it can; unlisted operations would be refused unread.
  attacked = await openAttacked({ VOLANT_GRAPHQL: 'open' });
  const { origin, description } = attacked;
  const { token } = await signUp(origin);
  const introspection = await call(origin, 'POST', '/graphql', { query: getIntrospectionQuery() });
  const schema: GraphQLSchema = buildClientSchema(introspection.body.data);
  const graphql = callsOf(description).find(({ path }) => path === '/graphql');
  if (graphql === undefined) throw new Error('the description does not name /graphql');
  const bodyLimit = await bodyLimitOf(origin, graphql, token);
  stranger = { schema, description, bodyLimit, all: ALL };
  driver = { ...stranger, token };
});
afterAll(() => attacked.close());

const rowOf = ({ kind, field }: RootField) => operationOfField(kind, field.name);
/** Whether the field is open to strangers. */
const isOpen = (root: RootField) => ALL || rowOf(root)?.who === 'anyone';
/** Whether the driver's session survives the call. */
const keepsSession = (root: RootField) => rowOf(root)?.endsSession !== true;

const ATTACKS: readonly {
  readonly name: string;
  readonly attacks: () => Iterable<Attack>;
}[] = [
  { name: 'variables of a stranger', attacks: () => variableAttacks(stranger, isOpen) },
  { name: 'variables of a driver', attacks: () => variableAttacks(driver, keepsSession) },
  { name: 'literals, defaults and directives', attacks: () => literalAttacks(stranger) },
  { name: 'documents', attacks: () => documentAttacks(stranger) },
  { name: 'operations that are right and unusual, of a stranger', attacks: () => unusualOperations(stranger, isOpen) },
  {
    name: 'operations that are right and unusual, of a driver',
    attacks: () => unusualOperations(driver, keepsSession),
  },
];

test.each(ATTACKS)('$name neither stop the product nor cause an internal error', async ({ attacks }) => {
  const { origin, product, bystander, codes } = attacked;
  const { faults, blocking } = await strike({ origin, product, bystander, codes, attacks: attacks() });
  expect(blocking).toEqual([]);
  expect(faults).toEqual([]);
  expect(attacked.ownFaults()).toEqual([]);
});

test('the driver is still logged in at the end', async () => {
  const { body } = await call(attacked.origin, 'POST', '/graphql', { query: '{ me { id } }' }, { token: driver.token });
  expect(body.data?.me.id).toEqual(expect.any(String));
});
