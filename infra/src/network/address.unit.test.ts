import { describe, expect, it } from 'vitest';
import { parseAddress, parseRanges } from './address.ts';

describe('addresses', () => {
  it.each(['', '1.2.3', '1.2.3.4.5', '1.2.3.256', '01.2.3.4', '1..2.3', '1.2.3.4 ', 'a.b.c.d', ':::', '1:2', 'x'])(
    'refuses %j',
    (text) => {
      expect(parseAddress(text)).toBeUndefined();
    },
  );

  it.each([
    ['::', [0, 0, 0, 0, 0, 0, 0, 0]],
    ['2001:db8::1', [0x2001, 0xdb8, 0, 0, 0, 0, 0, 1]],
    ['fe80::1%eth0', [0xfe80, 0, 0, 0, 0, 0, 0, 1]],
    ['::ffff:192.0.2.1', [0, 0, 0, 0, 0, 0xffff, 0xc000, 0x201]],
    ['192.0.2.1', [0, 0, 0, 0, 0, 0xffff, 0xc000, 0x201]],
    ['1:2:3:4:5:6:7:8', [1, 2, 3, 4, 5, 6, 7, 8]],
  ])('reads %s', (text, groups) => {
    expect(parseAddress(text)).toEqual(groups);
  });

  it.each(['10.0.0.0/33', '10.0.0.0/', '10.0.0.0/x', '10.0.0/8', 'fd00::/129', 'localhost', '10.0.0.0/-1'])(
    'refuses the range %s',
    (range) => {
      expect(() => parseRanges([range])).toThrow(range);
    },
  );

  it.each([
    ['10.0.0.0/8', '10.255.1.2', '11.0.0.1'],
    ['192.0.2.128/25', '192.0.2.129', '192.0.2.127'],
    ['0.0.0.0/0', '203.0.113.1', '2001:db8::1'],
    ['2001:db8::/33', '2001:db8:7fff::1', '2001:db8:8000::1'],
  ])('%s holds %s and not %s', (range, inside, outside) => {
    const ranges = parseRanges([range]);
    expect(ranges.contains(parseAddress(inside) ?? [])).toBe(true);
    expect(ranges.contains(parseAddress(outside) ?? [])).toBe(false);
  });
});
