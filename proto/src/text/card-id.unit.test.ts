import { describe, expect, it } from 'vitest';
import { cardIdIn, cardIdOf, plainCardId, withValidEncoding } from './card-id.ts';

describe('plainCardId', () => {
  it.each(['aB_9-', 'aB_9-.html', 'aB_9-.HTML'])('reads the id in %s', (segment) => {
    expect(plainCardId(segment)).toBe('aB_9-');
  });

  it.each(['', '.html', 'x'.repeat(65), 'a.html.html', 'a)', 'a\n', ' a', 'é'])('rejects %j', (segment) => {
    expect(plainCardId(segment)).toBeUndefined();
  });
});

describe('cardIdOf', () => {
  it.each([
    'abc',
    'abc&e=1',
    'abc)',
    'abc.',
    'abc,',
    'abc ',
    'abc"',
    'abc»',
    'abc…',
    'abc*',
    'abc%',
    'abc\u200b',
    'abc\ufffd',
    'abc.html)',
    'abc.html.html',
    'abc/',
    'abc/more',
    ' abc',
    '/abc',
    '\u200babc',
    'a\u200bb\u00adc\u2060',
  ])('finds abc in %j', (segment) => expect(cardIdOf(segment)).toBe('abc'));

  it.each(['', '/', ')', '..', '../abc', '\ufffd', '.html', `${'x'.repeat(65)})`])('finds no id in %j', (segment) =>
    expect(cardIdOf(segment)).toBeUndefined(),
  );
});

describe('cardIdIn', () => {
  it.each([
    'https://volant.example/d/abc',
    'https://volant.example/d/abc.html?s=qr#x',
    'https://volant.example//D//abc).',
    'volant.example/d/abc/',
    'd/abc',
    '/d/%61bc%20',
    '/d/abc%ff',
    '/d/abc%',
    'https://chat.example/?u=https%3A%2F%2Fvolant.example%2Fd%2Fabc%26e%3D1',
  ])('finds abc in %s', (address) => expect(cardIdIn(address)).toBe('abc'));

  it.each(['abc', 'https://volant.example/e/abc', '/d/', '../d/..', 'https://volant.example/od/abc'])(
    'finds no id in %s',
    (text) => expect(cardIdIn(text)).toBeUndefined(),
  );
});

it.each([
  ['/d/abc', '/d/abc'],
  ['/d/%C3%A9%20', '/d/%C3%A9%20'],
  ['/%ff', '/%EF%BF%BD'],
  ['/d/abc%', '/d/abc%EF%BF%BD'],
  ['/d/%E0%A4%A', '/d/%EF%BF%BD%EF%BF%BDA'],
])('replaces broken percent-encoding in %s', (path, valid) => expect(withValidEncoding(path)).toBe(valid));
