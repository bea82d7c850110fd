// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { shortFirst, wideTiles } from './tiles.ts';

const tile = (length: number, color?: string) => ({
  value: 'x'.repeat(length),
  target: { kind: 'text' } as const,
  ...(color === undefined ? {} : { color }),
});

describe('tiles that take both columns', () => {
  it.each([
    ['short ones stand side by side', [10, 16], [false, false]],
    ['a long one takes both', [17], [true]],
    ['one that would be alone before a long one does, too', [10, 17], [true, true]],
    ['a pair before a long one stays a pair', [10, 10, 17], [false, false, true]],
    ['what is cut anyway is judged as it is cut', [200, 10, 10], [true, false, false]],
    ['one that would be alone at the end takes both', [10, 10, 10], [false, false, true]],
  ])('tiles are laid out: %s', (_, lengths, wide) => {
    expect(
      wideTiles(
        lengths.map((length) => tile(length)),
        20,
      ),
    ).toEqual(wide);
  });

  it('leaves room for the sign of the tap action', () => {
    expect(wideTiles([tile(14, 'gray'), tile(15, 'gray')], 20)).toEqual([true, true]);
    expect(wideTiles([tile(14, 'gray'), tile(14, 'gray')], 20)).toEqual([false, false]);
  });

  it('pairs grouped numbers and hours, whose spaces are narrow', () => {
    const target = { kind: 'text' } as const;
    const values = ['+33 6 39 98 00 01', '@berline.demo', 'AA-123-AA', '7 j/7, 5 h – 23 h', '+33 6 39 98 00 01 00'];
    const tiles = values.map((value, index) => ({ value, target, ...(index > 1 && { color: 'gray' }) }));
    expect(wideTiles(tiles, 20)).toEqual([false, false, false, false, true]);
  });

  it('follow the short ones of the contacts', () => {
    const target = { kind: 'text' } as const;
    const values = ['+33 6 39 98 00 01', 'contact@berline.example.com', 'berline.example.com', '@berline.demo'];
    const contacts = values.map((value) => ({ value, target }));
    const [whatsapp, email, website, instagram] = contacts;
    expect(shortFirst(contacts, 20)).toEqual([whatsapp, instagram, email, website]);
  });
});
