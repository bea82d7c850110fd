import { isIPv4 } from 'node:net';

const MAX_HOST = 253;
const SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'android-app:', 'ios-app:']);
/** A host name in ASCII, or the name that a system gives an app; Android's may have underscores. */
const HOST_NAME = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/;

/**
 * Host name of the page or app a visitor came from; paths and queries may hold
 * personal data and are dropped here. Empty for none, for what is no address of
 * a site or app (an extension's tells browsers apart), for the product's own
 * pages, and for bare IP addresses, which are stored nowhere, whosever they are.
 */
export function referrerHost(referrer: string, ownHost: string | undefined): string {
  if (!URL.canParse(referrer)) return '';
  const { protocol, hostname } = new URL(referrer);
  if (!SCHEMES.has(protocol)) return '';
  const host = plainName(hostname);
  const dropped = host.length > MAX_HOST || !HOST_NAME.test(host) || isIPv4(host) || host === ownName(ownHost);
  return dropped ? '' : host;
}

/** `Example.org.` is `example.org`: the dot of the root tells no sites apart. */
function plainName(host: string): string {
  return (host.endsWith('.') ? host.slice(0, -1) : host).toLowerCase();
}

/** The Host header without its port. */
function ownName(host: string | undefined): string | undefined {
  return host === undefined ? undefined : plainName(host.replace(/:\d+$/, ''));
}
