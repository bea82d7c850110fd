import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DATA_POLICY, type FlatHeaders, securityHeaders } from './security-headers.ts';

const DATA_HEADERS = asObject(securityHeaders(DATA_POLICY));

export function setHeaders(reply: FastifyReply, headers: FlatHeaders): void {
  for (let i = 0; i + 1 < headers.length; i += 2) {
    const [name, value] = headers.slice(i, i + 2) as [string, string];
    if (name === 'Vary') addVary(reply, value);
    else reply.header(name, value);
  }
}

/** Sets security headers, the correlation id and request-dependent headers on a Fastify reply. */
export function setResponseHeaders(request: FastifyRequest, reply: FastifyReply, edge: FlatHeaders): void {
  reply.headers(DATA_HEADERS);
  setHeaders(reply, edge);
  reply.header('x-correlation-id', request.id);
}

/**
 * Sets the headers of all routes registered on `server`. The hot paths are registered elsewhere and have precomputed
 * headers.
 */
export function setHeadersOfRoutes(
  server: FastifyInstance,
  edgeHeaders: (request: FastifyRequest) => FlatHeaders,
): void {
  server.addHook('onRequest', (request, reply, done) => {
    setResponseHeaders(request, reply, edgeHeaders(request));
    done();
  });
}

export function addVary(reply: FastifyReply, value: string): void {
  const present = reply.getHeader('vary');
  const values = present === undefined ? [] : String(present).split(', ');
  if (!values.includes(value)) reply.header('vary', [...values, value].join(', '));
}

function asObject(headers: FlatHeaders): Record<string, string> {
  const object: Record<string, string> = {};
  for (let i = 0; i + 1 < headers.length; i += 2) object[(headers[i] ?? '').toLowerCase()] = headers[i + 1] ?? '';
  return object;
}
