// @vitest-environment node
import { expect, it } from 'vitest';
import { pageIdFrom } from './page-id.ts';

it.each([
  ['  abc23 ', 'abc23'],
  ['   ', ''],
  ['\ufeff\u202aabc\u00ad23\u202c\r\n', 'abc23'],
  ['\u200b', ''],
  ['https://volant.example/d/abc23', 'abc23'],
  ['https://volant.example/d/abc23.html?s=qr#x', 'abc23'],
  ['(https://volant.example/d/abc23).', 'abc23'],
  ['volant.example/d/abc23/', 'abc23'],
  ['/d/a%20b', 'a'],
  ['ABC.HTML', 'ABC'],
  ['abc23,', 'abc23'],
  ['Identifiant : abc23', 'abc23'],
  ['"abc23"', 'abc23'],
  ['abcd efgh ijkm npqr stuv wxyz', 'abcdefghijkmnpqrstuvwxyz'],
  ['»', '»'],
])('extracts the page id from %j', (input, id) => expect(pageIdFrom(input)).toBe(id));
