import { describe, expect, it } from 'vitest';
import { parseRanges } from './address.ts';
import { clientOf, tidyForwardedFor } from './client-address.ts';

const none = parseRanges([]);
const proxies = parseRanges(['127.0.0.1', '10.0.0.0/8', 'fd00::/8']);
const through = (forwarded: string, peer = '127.0.0.1') =>
  clientOf(peer, { 'x-forwarded-for': forwarded }, proxies).text;

describe('clientOf', () => {
  it('trusts no proxy unless configured', () => {
    const client = clientOf('127.0.0.1', { 'x-forwarded-for': '203.0.113.9' }, none);
    expect(client).toMatchObject({ text: '127.0.0.1', throughProxy: false });
  });

  it('ignores the headers of a peer that is not a trusted proxy', () => {
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
    ['an IPv6 entry without one', '2001:db8::1', '2001:db8::1'],
    ['an IPv4 entry in IPv6 clothes', '::ffff:203.0.113.9', '::ffff:203.0.113.9'],
    ['the peer itself without a header', '', '127.0.0.1'],
  ])('takes %s', (_, forwarded, client) => {
    expect(through(forwarded)).toBe(client);
  });

  it('recognizes a proxy by its IPv4-mapped IPv6 address', () => {
    expect(through('203.0.113.9', '::ffff:127.0.0.1')).toBe('203.0.113.9');
  });

  it('says whether the address came through a trusted proxy, with or without the header', () => {
    expect(clientOf('127.0.0.1', { 'x-forwarded-for': '203.0.113.9' }, proxies).throughProxy).toBe(true);
    expect(clientOf('127.0.0.1', {}, proxies)).toMatchObject({ text: '127.0.0.1', throughProxy: true });
  });

  it.each([undefined, '', '/run/volant.sock'])('works without a peer address: %j', (peer) => {
    const client = clientOf(peer, { 'x-forwarded-for': '203.0.113.9' }, parseRanges(['0.0.0.0/0']));
    expect(client).toMatchObject({ text: '0.0.0.0', throughProxy: false });
  });
});

describe('tidyForwardedFor', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9', true],
    ['203.0.113.9:4711', '203.0.113.9', true],
    ['[2001:db8::1]:4711', '2001:db8::1', true],
    ['[2001:db8::1]', '2001:db8::1', true],
    ['1.1.1.1:1 ,203.0.113.9:4711,10.2.3.4:80', '1.1.1.1, 203.0.113.9, 10.2.3.4', true],
    ['', '', true],
    ['unknown', '', false],
    ['_hidden:4711', '', false],
    ['203.0.113.9, unknown, 10.2.3.4', '10.2.3.4', false],
    ['203.0.113.9:4711:4712', '', false],
  ])('rewrites %j as %j', (given, tidy, isReadable) => {
    const headers = { 'x-forwarded-for': given };
    expect(tidyForwardedFor(headers)).toBe(isReadable);
    expect(headers['x-forwarded-for']).toBe(tidy);
  });

  it('adds no header', () => {
    const headers = {};
    expect(tidyForwardedFor(headers)).toBe(true);
    expect(headers).toEqual({});
  });
});
