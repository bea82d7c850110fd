import { expect, test } from 'vitest';
import { listOperations } from './listed-operations.ts';

const MINE = 'query Mine { me { id } }';
const listed = listOperations([MINE, 'mutation Out { logOut }']);

test.each([
  ['as it is listed', MINE],
  ['in another layout', '# mine\nquery  Mine{\n  me {\n    id, } }'],
])('a listed operation is found %s', (_, source) => {
  expect(listed(source)).toBe(MINE);
});

test.each([
  ['another name', 'query Yours { me { id } }'],
  ['one more field', 'query Mine { me { id email } }'],
  ['one more operation', 'query Mine { me { id } } mutation Out { logOut }'],
  ['no GraphQL', 'query Mine { me { id } } "'],
  ['an empty text', ''],
])('a document that is not listed is not found: %s', (_, source) => {
  expect(listed(source)).toBeUndefined();
});

test('a list with an invalid document is refused', () => {
  expect(() => listOperations(['query "'])).toThrow();
});
