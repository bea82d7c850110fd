import { type Address, isMappedIpv4, parseAddress } from './address.ts';

/**
 * The networks an address stands for in limits, the narrowest first: an IPv4 address; of IPv6 the /64, where whoever
 * has one address has them all, and the /48 around it, which one customer of a provider may have as well.
 */
export function networksOf(address: string | Address): readonly [string, ...string[]] {
  const parsed = typeof address === 'string' ? parseAddress(address) : address;
  if (parsed === undefined) return [String(address)];
  if (isMappedIpv4(parsed)) {
    const [, , , , , , high = 0, low = 0] = parsed;
    return [`${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`];
  }
  const [a = 0, b = 0, c = 0, d = 0] = parsed;
  const wide = `${a.toString(16)}:${b.toString(16)}:${c.toString(16)}`;
  return [`${wide}:${d.toString(16)}`, wide];
}

/** The narrowest of them: two addresses of one network are taken for one place. */
export function networkOf(address: string | Address): string {
  return networksOf(address)[0];
}
