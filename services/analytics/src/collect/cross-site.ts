import type { IncomingHttpHeaders } from 'node:http';
import { DomainError } from '@volant/infra/errors/domain-error';

/** Refuses a request because of its headers. @throws DomainError CROSS_SITE */
export type CrossSiteCheck = (headers: IncomingHttpHeaders) => void;

/**
 * Prevents pages of other sites from sending events, which would count as visits. Browsers name the origin of a
 * request; clients without these headers are not browsers, so another site cannot misuse them.
 * @param allowedOrigins origins that may send events besides the requested origin
 */
export function createCrossSiteCheck(allowedOrigins: readonly string[]): CrossSiteCheck {
  const allowed = new Set(allowedOrigins.map((allowedOrigin) => new URL(allowedOrigin).origin));
  return (headers) => {
    const { origin, 'sec-fetch-site': site } = headers;
    if (origin !== undefined && allowed.has(origin)) return;
    // Pages cannot set Sec-Fetch-Site, and it stays correct when a proxy rewrites the host.
    if (site === 'same-origin' || site === 'none') return;
    if (site !== 'cross-site' && (origin === undefined || isOwn(origin, headers))) return;
    throw new DomainError('CROSS_SITE');
  };
}

/** The requested host may be in either header. Pages of other sites can set neither. */
function isOwn(origin: string, { host, 'x-forwarded-host': forwardedHost }: IncomingHttpHeaders): boolean {
  const ofOrigin = origin.slice(origin.indexOf('://') + 3).toLowerCase();
  return ofOrigin === host?.toLowerCase() || ofOrigin === forwardedHost?.toString().toLowerCase();
}
