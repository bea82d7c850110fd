import { expect, it } from 'vitest';
import { haveChanged, isCovered, partOf } from './parts.ts';

const parts = (...names: readonly string[]) => names.map(partOf);
const covered = (name: string, ...known: readonly string[]) => isCovered(partOf(name), parts(...known));

it('reads the name of a part', () => {
  expect(partOf('202611_1_34_5')).toEqual({
    name: '202611_1_34_5',
    partition: '202611',
    first: 1,
    last: 34,
    mutation: 0,
  });
  expect(partOf('202611_7_7_0_141')).toMatchObject({ partition: '202611', first: 7, last: 7, mutation: 141 });
  expect(() => partOf('202611')).toThrow('no name of a part');
});

it('knows what a part was merged from', () => {
  expect(covered('202611_1_4_1', '202611_1_2_1', '202611_3_3_0', '202611_4_4_0')).toBe(true);
  expect(covered('202611_1_4_1', '202611_1_4_1')).toBe(true);
  expect(covered('202611_2_3_1', '202611_1_4_1')).toBe(true);
});

it('does not know a part with an insert that was never seen', () => {
  expect(covered('202611_1_4_1')).toBe(false);
  expect(covered('202611_1_4_1', '202611_1_2_1', '202611_4_4_0')).toBe(false);
  expect(covered('202611_1_4_1', '202611_2_4_1')).toBe(false);
  expect(covered('202611_1_4_1', '202611_1_3_1')).toBe(false);
  expect(covered('202612_1_4_1', '202611_1_4_1')).toBe(false);
});

it('sees that rows of a part were changed or taken away', () => {
  const changed = (known: readonly string[], ...seen: readonly string[]) =>
    haveChanged(parts(...known), parts(...seen));
  const known = ['202611_1_4_1', '202611_5_8_1'];
  expect(changed(known, ...known)).toBe(false);
  expect(changed(known, '202611_1_9_2')).toBe(false);
  expect(changed(known, '202611_1_4_1_9', '202611_5_8_1')).toBe(true);
  expect(changed(known, '202611_5_8_1')).toBe(true);
  expect(changed([], '202611_5_8_1_9')).toBe(false);
  // What was inserted after a mutation is none of its business.
  expect(changed(['202611_1_8_1_9', '202611_10_12_1'], '202611_1_12_2_9')).toBe(false);
  expect(changed(['202611_1_8_1_9', '202611_10_12_1'], '202611_1_12_2_13')).toBe(true);
});
