import { isIPv4 } from 'node:net';

const MAX_HOST = 253;
const SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'android-app:', 'ios-app:']);
/** An ASCII host name, or an app id of the operating system; Android ids may contain underscores. */
const HOST_NAME = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/;

/**
 * Host name of the page or app that a visitor came from. Paths and queries may contain personal data and are dropped
 * here. Empty if there is no referrer, if it is not the address of a site or app (an extension's address would identify
 * a browser), for the product's own pages, and for IP addresses, which are never stored.
 */
export function referrerHost(referrer: string, ownHost: string | undefined): string {
  if (!URL.canParse(referrer)) return '';
  const { protocol, hostname } = new URL(referrer);
  if (!SCHEMES.has(protocol)) return '';
  const host = plainName(hostname);
  const dropped = host.length > MAX_HOST || !HOST_NAME.test(host) || isIPv4(host) || host === ownName(ownHost);
  return dropped ? '' : host;
}

/** `Example.org.` equals `example.org`: the trailing dot of the DNS root does not make another site. */
function plainName(host: string): string {
  return (host.endsWith('.') ? host.slice(0, -1) : host).toLowerCase();
}

/** The Host header without its port. */
function ownName(host: string | undefined): string | undefined {
  return host === undefined ? undefined : plainName(host.replace(/:\d+$/, ''));
}
