import { expect, it } from 'vitest';
import { utf8Of } from './utf8.ts';

it.each([
  ['plain letters', 'zoé 🚕', 'zoé 🚕'],
  ['a mark of byte order', '\ufeffzoé', 'zoé'],
  ['a mark within the text', 'zo\ufeffé', 'zo\ufeffé'],
  ['nothing', '', ''],
])('reads %s', (_, given, read) => {
  expect(utf8Of(Buffer.from(given))).toBe(read);
});

it.each([
  ['Latin-1', Buffer.from('zoé', 'latin1')],
  ['UTF-16 with its mark', Buffer.from('\ufeffzoé', 'utf16le')],
  ['half a letter', Buffer.from('zoé').subarray(0, 3)],
])('does not read %s', (_, bytes) => {
  expect(utf8Of(bytes)).toBeUndefined();
});
