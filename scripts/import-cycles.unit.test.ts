import { expect, it } from 'vitest';
import { importCycles } from './import-cycles.ts';

const arrows = (...pairs: readonly string[]) =>
  pairs.map((pair) => {
    const [from = '', to = ''] = pair.split(' ');
    return { from, to };
  });

it('finds no circle where two ways lead to one module', () => {
  expect(importCycles(arrows('a b', 'a c', 'b d', 'c d'))).toEqual([]);
});

it('names each module of a circle, once', () => {
  expect(importCycles(arrows('start a', 'a b', 'b c', 'c a', 'other b'))).toEqual([['a', 'b', 'c', 'a']]);
});

it('finds a module that imports itself, and a second circle', () => {
  expect(importCycles(arrows('a a', 'b c', 'c b'))).toEqual([
    ['a', 'a'],
    ['b', 'c', 'b'],
  ]);
});
