import { cardIdOf } from '@volant/proto/text/card-id';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { setResponseHeaders } from '../http/edge.ts';
import type { FlatHeaders } from '../http/security-headers.ts';

/** The id in the address of a card that has extra characters, from the whole path. */
export function cardIdInPath(path: string): string | undefined {
  const behind = /^\/+d\/(.*)/is.exec(path)?.[1];
  return behind === undefined ? undefined : cardIdOf(behind);
}

/** The plain address of a page. */
export function pagePath(id: string): string {
  return `/d/${encodeURIComponent(id)}`;
}

/** Redirects to a path with the query of the request, such as the source `?s=qr`, behind its own. */
export function redirect(path: string, edge: FlatHeaders, request: FastifyRequest, reply: FastifyReply): void {
  const query = (request.raw.url ?? '').split('?').slice(1).join('?');
  setResponseHeaders(request, reply, edge);
  // Not permanent: a page may get another id later, and this address another page.
  reply
    .code(302)
    .header('cache-control', 'no-cache')
    .header('location', query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`)
    .send();
}
