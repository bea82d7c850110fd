import { expect, test } from 'vitest';
import { listOperations } from './listed-operations.ts';

const isListed = listOperations(['query Mine { me { id } }', 'mutation Out { logOut }']);

test.each([
  ['as it is listed', 'query Mine { me { id } }'],
  ['laid out in another way', '# mine\nquery  Mine{\n  me {\n    id, } }'],
  ['the second of the list', 'mutation Out { logOut }'],
])('an operation may run %s', (_, source) => {
  expect(isListed(source)).toBe(true);
});

test.each([
  ['another name', 'query Yours { me { id } }'],
  ['one more field', 'query Mine { me { id email } }'],
  ['one more operation', 'query Mine { me { id } } mutation Out { logOut }'],
  ['no GraphQL', 'query Mine { me { id } } "'],
  ['nothing', ''],
])('nothing runs that is not listed: %s', (_, source) => {
  expect(isListed(source)).toBe(false);
});

test('a list that is no GraphQL is refused at the start', () => {
  expect(() => listOperations(['query "'])).toThrow();
});
