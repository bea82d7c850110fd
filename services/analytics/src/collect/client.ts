import type { IncomingHttpHeaders } from 'node:http';
import { type Address, type AddressRanges, IPv4, parseAddress } from '@volant/infra/network/address';

/** The client of a request. Lives as long as the request and is never stored. */
export interface Client {
  readonly address: Address;
  readonly text: string;
  /** Whether the peer is a trusted proxy, so that its headers about the client are trusted. */
  readonly throughProxy: boolean;
}

/** Used when the peer has already disconnected. */
const UNKNOWN_CLIENT: Client = { address: new IPv4([0, 0, 0, 0]), text: '0.0.0.0', throughProxy: false };

/**
 * The client's address: the peer's, or, behind trusted proxies, the rightmost entry of X-Forwarded-For that is not
 * itself a trusted proxy. Entries further left come from the client and prove nothing.
 */
export function clientOf(peer: string | undefined, headers: IncomingHttpHeaders, trusted: AddressRanges): Client {
  const peerAddress = peer === undefined ? undefined : parseAddress(peer);
  if (peer === undefined || peerAddress === undefined) return UNKNOWN_CLIENT;
  if (trusted.isEmpty || !trusted.contains(peerAddress)) {
    return { address: peerAddress, text: peer, throughProxy: false };
  }
  let client: Client = { address: peerAddress, text: peer, throughProxy: true };
  const hops = forwardedFor(headers);
  for (let index = hops.length - 1; index >= 0; index -= 1) {
    const text = withoutPort(hops[index]?.trim() ?? '');
    const address = parseAddress(text);
    if (address === undefined) break;
    client = { address, text, throughProxy: true };
    if (!trusted.contains(address)) break;
  }
  return client;
}

function forwardedFor(headers: IncomingHttpHeaders): readonly string[] {
  const value = headers['x-forwarded-for'];
  if (value === undefined) return [];
  return (Array.isArray(value) ? value.join(',') : value).split(',');
}

/** Some proxies write `203.0.113.7:4711` or `[2001:db8::1]:4711`. */
function withoutPort(text: string): string {
  if (text.startsWith('[')) return text.slice(1, text.indexOf(']'));
  const colon = text.indexOf(':');
  return colon !== -1 && colon === text.lastIndexOf(':') ? text.slice(0, colon) : text;
}
