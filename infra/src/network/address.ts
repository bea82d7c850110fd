import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export const { IPv4 } = ipaddr;
export type Address = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * Parses an IPv4 or IPv6 address; undefined for anything else, including `10.1` and `0x0a.0.0.1`, which the library
 * accepts. An IPv4-mapped IPv6 address becomes the IPv4 address.
 */
export function parseAddress(text: string): Address | undefined {
  switch (isIP(text)) {
    case 0:
      return undefined;
    case 4:
      // Certainly four decimal numbers here; the library would try other notations first, at three times the cost.
      return new IPv4(text.split('.').map(Number));
    default:
      return ipaddr.process(text);
  }
}

/** The only IPv6 addresses that the public internet routes (RFC 4291). */
const GLOBAL_V6 = ipaddr.IPv6.parse('2000::');

/** Whether an address is one of the public internet: no private, local, shared, reserved or translated one. */
export function isPublicAddress(text: string): boolean {
  const address = parseAddress(text);
  if (address === undefined || address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || address.match(GLOBAL_V6, 3);
}

export interface AddressRanges {
  contains(address: Address): boolean;
  readonly isEmpty: boolean;
}

/**
 * @param cidrs such as `10.0.0.0/8`, `fd00::/8`, or a single address
 * @throws if one of them cannot be parsed
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
  // The prefix length of an IPv4-mapped range includes the 96 bits of the mapping.
  const bits = length === undefined ? most : Number(length) - (most === 32 && text.includes(':') ? 96 : 0);
  if (bits < 0 || bits > most) throw new Error(`not an address range: ${cidr}`);
  return { base, bits };
}
