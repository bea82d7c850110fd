import { expect, it } from 'vitest';
import { portionsOf } from './portions.ts';

it('fills portions in order, up to their bytes', () => {
  expect(portionsOf(['aa', 'bb', 'c', 'dd', 'eeeee', 'f'], 4)).toEqual([['aa', 'bb'], ['c', 'dd'], ['eeeee'], ['f']]);
  expect(portionsOf(['aaaa', 'b'], 4)).toEqual([['aaaa'], ['b']]);
  expect(portionsOf([], 4)).toEqual([]);
});
