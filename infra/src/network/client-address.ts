import type { IncomingHttpHeaders } from 'node:http';
import { type Address, type AddressRanges, IPv4, parseAddress } from './address.ts';

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
  for (const { address, text } of forwardedBy(headers).hops.reverse()) {
    client = { address, text, throughProxy: true };
    if (!trusted.contains(address)) break;
  }
  return client;
}

interface Hop {
  readonly address: Address;
  readonly text: string;
}

/** Readable end of X-Forwarded-For: entries left of one that is no address prove nothing. */
function forwardedBy(headers: IncomingHttpHeaders): { readonly hops: Hop[]; readonly isReadable: boolean } {
  const value = headers['x-forwarded-for'] ?? '';
  const hops: Hop[] = [];
  for (const entry of String(value).split(',').reverse()) {
    const text = withoutPort(entry.trim());
    const address = parseAddress(text);
    if (address === undefined) return { hops: hops.reverse(), isReadable: text === '' };
    hops.push({ address, text });
  }
  return { hops: hops.reverse(), isReadable: true };
}

/**
 * Rewrites X-Forwarded-For as plain addresses, because everything behind it, such as Fastify, takes an entry as it
 * stands: each port would count as a network of its own.
 * @returns false if an entry is no address, so that its proxy counts as the client
 */
export function tidyForwardedFor(headers: IncomingHttpHeaders): boolean {
  if (headers['x-forwarded-for'] === undefined) return true;
  const { hops, isReadable } = forwardedBy(headers);
  headers['x-forwarded-for'] = hops.map(({ text }) => text).join(', ');
  return isReadable;
}

/** Some proxies write `203.0.113.7:4711` or `[2001:db8::1]:4711`. */
function withoutPort(text: string): string {
  if (text.startsWith('[')) return text.slice(1, text.indexOf(']'));
  const colon = text.indexOf(':');
  return colon !== -1 && colon === text.lastIndexOf(':') ? text.slice(0, colon) : text;
}
