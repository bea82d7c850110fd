// @vitest-environment node
import { expect, it } from 'vitest';
import { groupedNumber } from './grouped-number.ts';

it.each([
  ['+33639980007', '+33 6 39 98 00 07'],
  ['+33 639 98 00 07 ', '+33 6 39 98 00 07'],
  ['+41791234567', '+41 79 123 45 67'],
  ['+33639980007 ext. 12', '+33 6 39 98 00 07 ext. 12'],
  ['+15145550123', '+1 514 555 0123'],
  ['+3363', '+3363'],
  ['06 39 98 00 07', '06 39 98 00 07'],
  ['+33639980007 (evenings)', '+33639980007 (evenings)'],
  ['3640', '3640'],
  ['', ''],
])('formats %j as %j', (number, read) => expect(groupedNumber(number)).toBe(read));
