import { describe, expect, it } from 'vitest';
import { parseAddress, parseRanges, visitorPart } from './address.ts';
import { clientOf } from './client.ts';

const none = parseRanges([]);
const proxies = parseRanges(['127.0.0.1', '10.0.0.0/8', 'fd00::/8']);
const through = (forwarded: string, peer = '127.0.0.1') =>
  clientOf(peer, { 'x-forwarded-for': forwarded }, proxies).text;

describe('clientOf', () => {
  it('believes nobody unless told to', () => {
    const client = clientOf('127.0.0.1', { 'x-forwarded-for': '203.0.113.9' }, none);
    expect(client).toMatchObject({ text: '127.0.0.1', throughProxy: false });
  });

  it('believes no header of a peer that is no proxy of ours', () => {
    const client = clientOf('198.51.100.1', { 'x-forwarded-for': '203.0.113.9' }, proxies);
    expect(client).toMatchObject({ text: '198.51.100.1', throughProxy: false });
  });

  it.each([
    ['the one entry', '203.0.113.9', '203.0.113.9'],
    ['the rightmost, whatever the client wrote before it', '1.1.1.1, 203.0.113.9', '203.0.113.9'],
    ['past our own proxies', '1.1.1.1, 203.0.113.9, 10.2.3.4, fd00::7', '203.0.113.9'],
    ['the leftmost where all are ours', '10.0.0.1, 10.0.0.2', '10.0.0.1'],
    ['the last that can be read', 'nonsense, 10.0.0.2', '10.0.0.2'],
    ['an entry with a port', '203.0.113.9:4711', '203.0.113.9'],
    ['an IPv6 entry with a port', '[2001:db8::1]:4711', '2001:db8::1'],
    ['the peer itself where nothing is told', '', '127.0.0.1'],
  ])('takes %s', (_, forwarded, client) => {
    expect(through(forwarded)).toBe(client);
  });

  it('knows a proxy by its IPv4 address in IPv6 clothes', () => {
    expect(through('203.0.113.9', '::ffff:127.0.0.1')).toBe('203.0.113.9');
  });

  it('makes do without a peer', () => {
    expect(clientOf(undefined, {}, proxies)).toMatchObject({ text: '0.0.0.0', throughProxy: false });
  });
});

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

  it('takes the devices of one IPv6 network for one visitor, and those of another for others', () => {
    const part = (text: string) => visitorPart(parseAddress(text) ?? []);
    expect(part('2001:db8:1:2::3')).toBe(part('2001:db8:1:2:aaaa:bbbb:cccc:dddd'));
    expect(part('2001:db8:1:2::3')).not.toBe(part('2001:db8:1:3::3'));
    expect(part('192.0.2.1')).not.toBe(part('192.0.2.2'));
    expect(part('192.0.2.1')).toBe(part('::ffff:192.0.2.1'));
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
