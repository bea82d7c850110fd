import { describe, expect, it } from 'vitest';
import { isPublicAddress, parseAddress, parseRanges } from './address.ts';

describe('parseAddress and parseRanges', () => {
  it.each([
    '',
    '1.2.3',
    '1.2.3.4.5',
    '1.2.3.256',
    '01.2.3.4',
    '1..2.3',
    '1.2.3.4 ',
    '10.1',
    '0x0a.0.0.1',
    '167772161',
    'a.b.c.d',
    ':::',
    '1:2',
    'x',
  ])('refuse %j', (text) => {
    expect(parseAddress(text)).toBeUndefined();
  });

  it.each([
    ['::', '::'],
    ['2001:DB8::1', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1%eth0'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['192.0.2.1', '192.0.2.1'],
    ['1:2:3:4:5:6:7:8', '1:2:3:4:5:6:7:8'],
  ])('parse %s as %s', (text, address) => {
    expect(parseAddress(text)?.toString()).toBe(address);
  });

  it.each([
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/x',
    '10.0.0/8',
    'fd00::/129',
    'localhost',
    '10.0.0.0/-1',
    '::ffff:10.0.0.0/90',
    '10.0.0.0/8/8',
  ])('refuse the range %s', (range) => {
    expect(() => parseRanges([range])).toThrow(range);
  });

  it.each([
    ['10.0.0.0/8', '10.255.1.2', '11.0.0.1'],
    ['192.0.2.128/25', '192.0.2.129', '192.0.2.127'],
    ['0.0.0.0/0', '203.0.113.1', '2001:db8::1'],
    ['2001:db8::/33', '2001:db8:7fff::1', '2001:db8:8000::1'],
    ['::/0', '2001:db8::1', '192.0.2.1'],
    ['::ffff:10.0.0.0/104', '10.255.1.2', '11.0.0.1'],
    ['192.0.2.7', '::ffff:192.0.2.7', '192.0.2.8'],
  ])('find that %s contains %s and not %s', (range, inside, outside) => {
    const ranges = parseRanges([range]);
    const holds = (text: string) => [text].map(parseAddress).map((address) => address && ranges.contains(address));
    expect([...holds(inside), ...holds(outside)]).toEqual([true, false]);
  });
});

describe('isPublicAddress', () => {
  it.each(['1.1.1.1', '203.0.112.9', '2606:4700::1111', '::ffff:8.8.8.8'])('admits %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.255',
    '169.254.169.254',
    '172.16.0.1',
    '192.0.2.1',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::7f00:1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    'fc00::1',
    'fd12::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    'localhost',
    '2130706433',
    '',
  ])('refuses %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});
