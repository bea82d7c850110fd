import { DomainError } from '@volant/infra/errors/domain-error';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;
/** Headers that proxies add about their client. */
const PROXY_HEADERS = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
] as const;

/**
 * Whether a request was sent from this machine to itself: to a loopback name, so that another name whose DNS points
 * here is refused (DNS rebinding), and without a proxy.
 */
export function isFromThisMachine({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return LOOPBACK_HOST.test(headers.host ?? '') && PROXY_HEADERS.every((name) => headers[name] === undefined);
}

/** Why a product answers this machine alone. */
export type ElsewhereRefusal = 'DEMO_FROM_ELSEWHERE' | 'DEVELOPMENT_FROM_ELSEWHERE';

/** Refuses requests from elsewhere, on every route registered after this. */
export function refuseElsewhere(server: FastifyInstance, code: ElsewhereRefusal): void {
  server.addHook('onRequest', (request, _, done) => {
    if (isFromThisMachine(request)) done();
    // Developer routes are not revealed.
    else done(new DomainError(request.url.startsWith('/dev/') ? 'NOT_FOUND' : code));
  });
}
