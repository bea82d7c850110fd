import { DomainError } from '@volant/infra/errors/domain-error';
import { expect, it } from 'vitest';
import { refuseLargeValues } from './value-limits.ts';

/** The refused variable. */
function refused(variables: Record<string, unknown>): unknown {
  try {
    refuseLargeValues(variables);
    return undefined;
  } catch (error) {
    if (error instanceof DomainError) return [error.code, error.parameters.field];
    throw error;
  }
}

const nested = (depth: number, open: string, end: string) => JSON.parse(`${open.repeat(depth)}1${end.repeat(depth)}`);

it.each([
  ['a page’s contents', { input: { profile: { customFields: Array.from({ length: 20 }, () => ({ a: 1, b: [2] })) } } }],
  ['a file', { image: Object.create(null) }],
  ['nothing', {}],
  ['lists of lists', { v: nested(12, '[', ']') }],
])('accepts %s', (_, variables) => {
  expect(refused(variables)).toBeUndefined();
});

it.each([
  ['a list within lists', nested(13, '[', ']')],
  ['an object within objects', nested(13, '{"a":', '}')],
  ['what the stack could not hold', nested(100_000, '[', ']')],
  ['what is many', Array.from({ length: 10_000 }, () => 0)],
  ['what is many in few lists', Array.from({ length: 101 }, () => Array.from({ length: 100 }, () => 0))],
])('refuses %s, naming the variable', (_, v) => {
  expect(refused({ fine: 1, v })).toEqual(['VALIDATION_FAILED', 'v']);
});

it('counts the variables of an operation', () => {
  const variables = Object.fromEntries(Array.from({ length: 10_001 }, (_, i) => [`v${i}`, i]));
  expect(refused(variables)).toEqual(['VALIDATION_FAILED', 'v10000']);
});
