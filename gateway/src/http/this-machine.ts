import { DomainError } from '@volant/infra/errors/domain-error';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;
/** What proxies say of those they speak for. */
const PROXY_HEADERS = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
] as const;

/**
 * Whether a request was sent on this machine to this machine, as far as anybody can tell: under a loopback name, so
 * that no name of somebody else's DNS leads here, and by no proxy that speaks for others.
 */
export function isFromThisMachine({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return LOOPBACK_HOST.test(headers.host ?? '') && PROXY_HEADERS.every((name) => headers[name] === undefined);
}

/** Refuses, on every route registered after this, whatever was sent from elsewhere: DEMO_FROM_ELSEWHERE. */
export function refuseElsewhere(server: FastifyInstance): void {
  server.addHook('onRequest', (request, _, done) => {
    if (isFromThisMachine(request)) done();
    // What is for developers alone is not even said to be there.
    else done(new DomainError(request.url.startsWith('/dev/') ? 'NOT_FOUND' : 'DEMO_FROM_ELSEWHERE'));
  });
}
