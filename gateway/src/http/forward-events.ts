import { DomainError } from '@volant/infra/errors/domain-error';
import type { Logger } from '@volant/infra/process/observability/log';
import { traceCall, traceHeaders } from '@volant/infra/process/observability/tracing';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Pool } from 'undici';

export const EVENTS_PATH = '/api/public/events';
const BODY_LIMIT = 64 * 1024;
const TIMEOUT_MS = 12_000;
const CONNECTIONS = 128;
/** Shorter than the other side's keep-alive timeout, so that no connection is used while it closes. */
const KEEP_ALIVE_MS = 4_000;
const PASSED_ON = ['content-type', 'user-agent', 'accept-language', 'authorization', 'origin', 'sec-fetch-site'];
/** Country headers of trusted proxies. They are not forwarded from other peers. */
const FROM_PROXIES = ['x-volant-country', 'cf-ipcountry'];
const PASSED_BACK = ['content-type', 'retry-after', 'cache-control', 'vary'];

export interface ForwardingParts {
  /** Address of analytics' collect role. */
  readonly url: string;
  readonly log: Logger;
}

/**
 * Forwards POST /api/public/events unchanged to analytics, for installations with a single address and no ingress to
 * route this path. Sends the client address that this server determined behind its trusted proxies, and drops the
 * client's own headers about it.
 */
export function createEventForwarding({ url, log }: ForwardingParts) {
  const pool = new Pool(new URL(url).origin, {
    connections: CONNECTIONS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // Overrides the keep-alive timeout that the other side offers.
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    connect: { timeout: 3_000 },
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
  });
  return {
    routes: async (server: FastifyInstance) => {
      server.removeAllContentTypeParsers();
      // Buffers the body, so that one that is too large is refused here and does not abort the response of the other
      // side.
      server.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
      server.post(EVENTS_PATH, { bodyLimit: BODY_LIMIT }, async (request, reply) => {
        try {
          const answer = await traceCall('call analytics', { 'peer.service': 'analytics' }, () =>
            pool.request({
              method: 'POST',
              path: EVENTS_PATH,
              headers: { ...headersOf(request), ...traceHeaders() },
              body: request.body instanceof Uint8Array ? request.body : null,
              signal: AbortSignal.timeout(TIMEOUT_MS),
            }),
          );
          for (const name of PASSED_BACK) {
            const value = answer.headers[name];
            if (value !== undefined) reply.header(name, value);
          }
          return await reply.code(answer.statusCode).send(await answer.body.text());
        } catch (error) {
          log.warn({ correlationId: request.id, reason: reasonOf(error) }, 'analytics does not take events');
          throw new DomainError('UNAVAILABLE', {}, 2);
        }
      });
    },
    close: () => pool.close(),
  };
}

export type Forwarding = ReturnType<typeof createEventForwarding>;

function headersOf(request: FastifyRequest): Record<string, string> {
  // Behind a trusted proxy, the client's address differs from the peer's.
  const throughProxy = request.ip !== request.socket.remoteAddress;
  const names = throughProxy ? [...PASSED_ON, ...FROM_PROXIES] : PASSED_ON;
  const headers: Record<string, string> = {
    'x-forwarded-for': request.ip,
    'x-forwarded-host': request.host,
    'x-correlation-id': request.id,
  };
  for (const name of names) {
    const value = request.headers[name];
    if (typeof value === 'string') headers[name] = value;
  }
  return headers;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return (error as NodeJS.ErrnoException).code ?? error.name;
}
