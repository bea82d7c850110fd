// @vitest-environment node
import { expect, it } from 'vitest';
import { quantityIn } from './bulk-input.ts';

it.each([
  ['10', 10],
  [' 010 ', 10],
  ['1000', 1_000],
  ['1 000', 1_000],
  ['1\u202f000', 1_000],
  ['1.000', 1_000],
  ['1,000', 1_000],
  ['1’000', 1_000],
  ['１２', 12],
  ['٣٠', 30],
])('reads %j as %s pages', (text, quantity) => expect(quantityIn(text)).toBe(quantity));

it.each(['', '0', '1001', '1 001', '-1', '−1', '1.5', '1,5', '1e3', '10 pages', '1 0 0', 'x'.repeat(70_000)])(
  'refuses %.40j',
  (text) => expect(quantityIn(text)).toBeUndefined(),
);
