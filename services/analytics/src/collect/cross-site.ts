import type { IncomingHttpHeaders } from 'node:http';
import { DomainError } from '@volant/infra/errors/domain-error';

/** Refuses a request by its headers. @throws DomainError CROSS_SITE */
export type CrossSiteCheck = (headers: IncomingHttpHeaders) => void;

/**
 * Events sent by a page of another site would count as visits. A browser says which site it asks for; whoever is no
 * browser says nothing and is nobody's unwitting helper.
 * @param allowedOrigins origins that may send events beside the one that is asked
 */
export function createCrossSiteCheck(allowedOrigins: readonly string[]): CrossSiteCheck {
  const allowed = new Set(allowedOrigins.map((allowedOrigin) => new URL(allowedOrigin).origin));
  return (headers) => {
    const { origin, 'sec-fetch-site': site } = headers;
    if (origin !== undefined && allowed.has(origin)) return;
    // Pages cannot write this header, and it holds whatever a proxy makes of the host.
    if (site === 'same-origin' || site === 'none') return;
    if (site !== 'cross-site' && (origin === undefined || isOwn(origin, headers))) return;
    throw new DomainError('CROSS_SITE');
  };
}

/** The host that was asked for may stand in either header: pages of other sites can write neither of them. */
function isOwn(origin: string, { host, 'x-forwarded-host': forwardedHost }: IncomingHttpHeaders): boolean {
  const ofOrigin = origin.slice(origin.indexOf('://') + 3).toLowerCase();
  return ofOrigin === host?.toLowerCase() || ofOrigin === forwardedHost?.toString().toLowerCase();
}
