import { isIPv6 } from 'node:net';

/** Eight groups of 16 bits; an IPv4 address in its IPv6-mapped form, so that one comparison serves both. */
export type Address = readonly number[];

const GROUPS = 8;
const MAPPED_PREFIX = 96;
const DOT = 46;
const ZERO = 48;
const NINE = 57;

/** Reads an IPv4 or IPv6 address; undefined for anything else. Zone ids are dropped. */
export function parseAddress(text: string): Address | undefined {
  const ipv4 = parseIpv4(text);
  if (ipv4 !== undefined) return ipv4;
  const zone = text.indexOf('%');
  const bare = zone < 0 ? text : text.slice(0, zone);
  return isIPv6(bare) ? parseIpv6(bare) : undefined;
}

/** In its mapped form; undefined for anything but four decimal numbers up to 255 without leading zeroes. */
function parseIpv4(text: string): Address | undefined {
  if (text.length > 15) return undefined;
  let value = 0;
  let part = -1;
  let dots = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === DOT) {
      if (part < 0) return undefined;
      dots += 1;
      value = value * 256 + part;
      part = -1;
      continue;
    }
    if (code < ZERO || code > NINE || part === 0) return undefined;
    part = (part < 0 ? 0 : part * 10) + code - ZERO;
    if (part > 255) return undefined;
  }
  if (dots !== 3 || part < 0) return undefined;
  value = value * 256 + part;
  return [0, 0, 0, 0, 0, 0xffff, Math.floor(value / 0x10000), value % 0x10000];
}

function parseIpv6(text: string): Address {
  const [head = '', tail] = text.split('::');
  const before = ipv6Groups(head);
  if (tail === undefined) return before;
  const after = ipv6Groups(tail);
  return [...before, ...new Array<number>(GROUPS - before.length - after.length).fill(0), ...after];
}

function ipv6Groups(text: string): number[] {
  if (text === '') return [];
  return text
    .split(':')
    .flatMap((group) => (group.includes('.') ? (parseIpv4(group)?.slice(6) ?? []) : Number.parseInt(group, 16)));
}

export function isMappedIpv4(address: Address): boolean {
  return address[5] === 0xffff && address.every((group, index) => index >= 5 || group === 0);
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
  const ranges = cidrs.map((cidr) => {
    const [text = '', length] = cidr.split('/');
    const base = parseAddress(text);
    const offset = parseIpv4(text) === undefined ? 0 : MAPPED_PREFIX;
    const bits = length === undefined ? 128 : offset + Number(length);
    if (base === undefined || !Number.isInteger(bits) || bits < offset || bits > 128 || length === '') {
      throw new Error(`not an address range: ${cidr}`);
    }
    return { base, bits };
  });
  return {
    isEmpty: ranges.length === 0,
    contains: (address) => ranges.some(({ base, bits }) => sharesPrefix(address, base, bits)),
  };
}

function sharesPrefix(a: Address, b: Address, bits: number): boolean {
  for (let index = 0, left = bits; left > 0; index += 1, left -= 16) {
    const mask = left >= 16 ? 0xffff : (0xffff << (16 - left)) & 0xffff;
    if (((a[index] ?? 0) & mask) !== ((b[index] ?? 0) & mask)) return false;
  }
  return true;
}
