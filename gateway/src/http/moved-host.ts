import { hash } from 'node:crypto';
import type { Notices } from '@volant/infra/process/shell/notices';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { setResponseHeaders } from './edge.ts';
import { originOf } from './origin.ts';
import type { FlatHeaders } from './security-headers.ts';

/** Redirects of one address within `LOOP_MS` after which it is served. Browsers give up after 20. */
const MOST_REDIRECTS = 4;
const LOOP_MS = 10_000;
const MAX_REDIRECTS = 10_000;

/** Redirects a screen that was requested at another host. Returns whether it has replied. */
export type MovedHost = (request: FastifyRequest, reply: FastifyReply) => boolean;

/**
 * Redirects screens of another host to the configured origin, because links and storage belong to one. Schemes are not
 * compared: a proxy that terminates TLS may not say so. A proxy that replaces the Host header would make a loop, so an
 * address that keeps coming back is served.
 */
export function createMovedHost(
  origin: string | undefined,
  edgeHeaders: (request: FastifyRequest) => FlatHeaders,
  notices: Notices | undefined,
): MovedHost {
  if (origin === undefined) return () => false;
  const { host: own, protocol } = new URL(origin);
  const redirects = new LRUCache<string, number>({ max: MAX_REDIRECTS, ttl: LOOP_MS });

  return (request, reply) => {
    const requested = new URL(originOf(request).replace(/^https?:/, protocol)).host;
    if (requested === own || request.host === '') return false;
    const key = hash('sha256', `${requested} ${request.headers['user-agent']} ${request.url}`);
    const before = redirects.get(key) ?? 0;
    if (before >= MOST_REDIRECTS) {
      notices?.tell(
        `VOLANT_ORIGIN: requests for ${origin} arrive with another Host header; if your proxy replaces it, let it pass on the browser's`,
      );
      return false;
    }
    redirects.set(key, before + 1, { noUpdateTTL: true });
    setResponseHeaders(request, reply, edgeHeaders(request));
    reply.code(302).header('cache-control', 'no-store').header('location', `${origin}${request.url}`).send();
    return true;
  };
}

/** Names the configured origin in a document, for the links that the client makes. */
export function withOrigin(html: string, origin: string | undefined): string {
  return origin === undefined ? html : html.replace('<html ', `<html data-origin="${origin}" `);
}
