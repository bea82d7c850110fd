/**
 * Host name of the page a visitor came from; paths and queries may hold
 * personal data and are dropped here. Empty for none, for what is no address,
 * and for the product's own pages.
 */
export function referrerHost(referrer: string, ownHost: string | undefined): string {
  if (referrer === '' || !URL.canParse(referrer)) return '';
  const host = new URL(referrer).hostname.toLowerCase();
  return host.length > 253 || host === hostName(ownHost) ? '' : host;
}

/** The Host header without its port. */
function hostName(host: string | undefined): string | undefined {
  return host?.toLowerCase().replace(/:\d+$/, '');
}
