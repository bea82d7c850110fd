import { validate } from 'uuid';
import { expect, it } from 'vitest';
import { repeatableId } from './repeatable-id.ts';

const newId = () => 'a new id';

it('makes a new id for a request without a key', () => {
  expect(repeatableId(newId, undefined, 'claim', 'u1')).toBe('a new id');
});

it('makes the same UUID for the same key and purpose', () => {
  const id = repeatableId(newId, 'key', 'claim', 'u1');
  expect(validate(id)).toBe(true);
  expect(repeatableId(newId, 'key', 'claim', 'u1')).toBe(id);
});

it.each([
  ['another key', 'other', ['claim', 'u1']],
  ['another person', 'key', ['claim', 'u2']],
  ['another operation', 'key', ['delete', 'u1']],
  ['parts that join to the same text', 'key', ['claimu', '1']],
] as const)('makes another id for %s', (_, key, purpose) => {
  expect(repeatableId(newId, key, ...purpose)).not.toBe(repeatableId(newId, 'key', 'claim', 'u1'));
});
