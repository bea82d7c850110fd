import { expect, it } from 'vitest';
import { hexColor } from './color.ts';

it.each([
  '#1e3a8a',
  ' #1E3A8A ',
  '1e3a8a',
  '# 1e3a8a',
  '#1e3a8a;',
  '"#1e3a8a",',
  '#1e3a8aff',
  '\u200b#1e3a8a\u00a0',
  'rgb(30, 58, 138)',
  'RGB( 30,58,138 );',
  'rgb(30 58 138)',
  'rgb(30 58 138 / 100%)',
  'rgba(30, 58, 138, 1)',
  'rgba(30, 58, 138, 1.0)',
])('reads the colour in %j', (written) => expect(hexColor(written)).toBe('#1e3a8a'));

it.each([
  ['#1AF', '#11aaff'],
  ['1af', '#11aaff'],
  ['#1aff', '#11aaff'],
  ['rgb(0, 0, 9)', '#000009'],
])('completes %j to %s', (written, color) => expect(hexColor(written)).toBe(color));

it.each([
  '',
  '#',
  'red',
  '#12',
  '#12345',
  '#12345g',
  '#1e3a8a80',
  '#1e3a8a #ffffff',
  'rgb(30, 58, 256)',
  'rgb(30, 58)',
  'rgba(30, 58, 138, 0.5)',
  'red;background:url(x)',
  'x'.repeat(70_000),
])('finds no colour in %.40j', (written) => expect(hexColor(written)).toBeUndefined());
