import { isIPv4 } from 'node:net';

const MAX_HOST = 253;

/**
 * Host name of the page a visitor came from; paths and queries may hold
 * personal data and are dropped here. Empty for none, for what is no address,
 * for the product's own pages, and for bare IP addresses, which are stored
 * nowhere, whosever they are.
 */
export function referrerHost(referrer: string, ownHost: string | undefined): string {
  if (!URL.canParse(referrer)) return '';
  const host = new URL(referrer).hostname.toLowerCase();
  const dropped = host.length > MAX_HOST || host.startsWith('[') || isIPv4(host) || host === hostName(ownHost);
  return dropped ? '' : host;
}

/** The Host header without its port. */
function hostName(host: string | undefined): string | undefined {
  return host?.toLowerCase().replace(/:\d+$/, '');
}
