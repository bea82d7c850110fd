import type { Logger } from '@volant/infra/process/observability/log';
import { boundConnections } from '@volant/infra/process/server/connection-bounds';
import {
  connectionRefusal,
  HTTP_BOUNDS,
  refuseUnclearHost,
  WHOLE_ADDRESS,
} from '@volant/infra/process/server/http-bounds';
import { readForwarded } from '@volant/infra/process/server/untrusted-proxy';
import { withValidEncoding } from '@volant/proto/text/card-id';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { setResponseHeaders } from './edge.ts';
import { sendError } from './error-answers.ts';
import { acceptJsonBodies, SMALL_BODY } from './json-body.ts';
import { DATA_POLICY, type FlatHeaders, securityHeaders } from './security-headers.ts';
import { correlationIdOf } from './subgraph-call.ts';
import { leaveUnread } from './unread-body.ts';

/** Paths requested by programs, for which an HTML document would be useless. */
export const FOR_PROGRAMS = /^\/(?:api|graphql|uploads|assets|icons|health|ready)(?:\/|$)/;

export type Refusal = (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply;

export function createRefusal(
  edgeHeaders: (request: FastifyRequest) => FlatHeaders,
  log: Logger,
  count: (code: string) => void,
): Refusal {
  return (error, request, reply) => {
    setResponseHeaders(request, reply, edgeHeaders(request));
    if (reply.getHeader('connection') === 'close') leaveUnread(request, reply);
    return sendError(error, request, reply, log, count);
  };
}

/** A server without routes that refuses requests that are not HTTP, not JSON or too large, in the API's error form. */
export function createServer(trustedProxies: readonly string[], refuse: Refusal): FastifyInstance {
  const server = fastify({
    // An access log would contain addresses and the ids of unclaimed pages, so only the routes log.
    logger: false,
    genReqId: correlationIdOf,
    trustProxy: trustedProxies.length === 0 ? false : [...trustedProxies],
    bodyLimit: SMALL_BODY,
    ...HTTP_BOUNDS,
    // A URL with an invalid encoding is answered like any unknown address.
    rewriteUrl({ url = '/' }) {
      const path = url.startsWith('/') ? url : url.replace(WHOLE_ADDRESS, '').replace(/^(?![/*])/, '/');
      return joinedForPrograms(path.includes('%') ? withValidPath(path) : path);
    },
    // Connections that are still open when the server stops are served to the end.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // Node's own limit for all headers, so that a long address is answered like any other.
    routerOptions: { maxParamLength: 16_384 },
    frameworkErrors: refuse,
    clientErrorHandler: connectionRefusal(securityHeaders(DATA_POLICY)),
  });
  boundConnections(server.server, { trustedProxies });
  readForwarded(server);
  server.decorateRequest('bearerToken', null);
  refuseUnclearHost(server);
  acceptJsonBodies(server);
  return server;
}

/** Programs join addresses carelessly: `//api/pages` and `/api/pages/` are `/api/pages`. */
function joinedForPrograms(url: string): string {
  const [path = '', ...query] = url.split('?');
  const joined = path.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '');
  return FOR_PROGRAMS.test(joined) ? [joined, ...query].join('?') : url;
}

function withValidPath(url: string): string {
  const [path = '', ...query] = url.split('?');
  return [withValidEncoding(path), ...query].join('?');
}
