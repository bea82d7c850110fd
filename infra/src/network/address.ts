import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export const { IPv4 } = ipaddr;
export type Address = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * Reads an IPv4 or IPv6 address; undefined for anything else, `10.1` and `0x0a.0.0.1` included, which the library
 * takes. An IPv4 address in IPv6's clothes is the IPv4 address.
 */
export function parseAddress(text: string): Address | undefined {
  switch (isIP(text)) {
    case 0:
      return undefined;
    case 4:
      // Four decimal numbers for certain: the library would look for other notations first, at three times the price.
      return new IPv4(text.split('.').map(Number));
    default:
      return ipaddr.process(text);
  }
}

export interface AddressRanges {
  contains(address: Address): boolean;
  readonly isEmpty: boolean;
}

/**
 * @param cidrs such as `10.0.0.0/8`, `fd00::/8`, or a single address
 * @throws when one of them cannot be read
 */
export function parseRanges(cidrs: readonly string[]): AddressRanges {
  const ranges = cidrs.map(parseRange);
  return {
    isEmpty: ranges.length === 0,
    contains: (address) => ranges.some(({ base, bits }) => address.kind() === base.kind() && address.match(base, bits)),
  };
}

function parseRange(cidr: string): { readonly base: Address; readonly bits: number } {
  const [, text = '', length] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(cidr) ?? [];
  const base = parseAddress(text);
  if (base === undefined) throw new Error(`not an address range: ${cidr}`);
  const most = base.kind() === 'ipv4' ? 32 : 128;
  // Of IPv4 in IPv6's clothes the length counts the clothes.
  const bits = length === undefined ? most : Number(length) - (most === 32 && text.includes(':') ? 96 : 0);
  if (bits < 0 || bits > most) throw new Error(`not an address range: ${cidr}`);
  return { base, bits };
}
