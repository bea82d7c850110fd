import { expect, test } from 'vitest';
import { listOperations } from './listed-operations.ts';

const mine = { name: 'Mine', query: 'query Mine { me { id } }' };
const listed = listOperations([mine], ['mutation Out { logOut }']);

test.each([
  ['as it is listed', 'query Mine { me { id } }'],
  ['laid out in another way', '# mine\nquery  Mine{\n  me {\n    id, } }'],
  ['the second of the list', 'mutation Out { logOut }'],
])('an operation may run %s', (_, source) => {
  expect(listed(source)).toBeDefined();
});

test.each([
  ['another name', 'query Yours { me { id } }'],
  ['one more field', 'query Mine { me { id email } }'],
  ['one more operation', 'query Mine { me { id } } mutation Out { logOut }'],
  ['no GraphQL', 'query Mine { me { id } } "'],
  ['nothing', ''],
])('nothing runs that is not listed: %s', (_, source) => {
  expect(listed(source)).toBeUndefined();
});

test('an operation that has a plan is known by its text', () => {
  expect(listed('query  Mine{ me{id} }')?.planned).toBe(mine);
  expect(listed('mutation Out { logOut }')).toEqual({ planned: undefined });
});

test('a list that is no GraphQL is refused at the start', () => {
  expect(() => listOperations([], ['query "'])).toThrow();
});
