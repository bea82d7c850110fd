import { type Address, parseAddress } from './address.ts';

/** Everything that is no address shares one network. */
const NO_ADDRESS = 'unknown';

/**
 * Networks that share an address's limits, narrowest first: the IPv4 address; for IPv6 the /64, all of which belongs to
 * one subscriber, and the /48 around it, which one customer of a provider may own as well.
 */
export function networksOf(address: string | Address): readonly [string, ...string[]] {
  const parsed = typeof address === 'string' ? parseAddress(address) : address;
  if (parsed === undefined) return [NO_ADDRESS];
  if (!('parts' in parsed)) return [parsed.toString()];
  const [a, b, c, d] = parsed.parts.map((part) => part.toString(16));
  const wide = `${a}:${b}:${c}`;
  return [`${wide}:${d}`, wide];
}

/** The narrowest network; two addresses of one network count as one place. */
export function networkOf(address: string | Address): string {
  return networksOf(address)[0];
}
