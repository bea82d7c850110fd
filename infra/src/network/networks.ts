import { type Address, parseAddress } from './address.ts';

/**
 * The networks an address stands for in limits, the narrowest first: an IPv4 address; of IPv6 the /64, where whoever
 * has one address has them all, and the /48 around it, which one customer of a provider may have as well.
 */
export function networksOf(address: string | Address): readonly [string, ...string[]] {
  const parsed = typeof address === 'string' ? parseAddress(address) : address;
  if (parsed === undefined) return [String(address)];
  if (!('parts' in parsed)) return [parsed.toString()];
  const [a, b, c, d] = parsed.parts.map((part) => part.toString(16));
  const wide = `${a}:${b}:${c}`;
  return [`${wide}:${d}`, wide];
}

/** The narrowest of them: two addresses of one network are taken for one place. */
export function networkOf(address: string | Address): string {
  return networksOf(address)[0];
}
