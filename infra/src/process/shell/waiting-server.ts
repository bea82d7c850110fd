import fastify, { type FastifyInstance } from 'fastify';
import { COMMON_ERRORS } from '../../errors/common-errors.ts';
import { toPublicError, unavailable } from '../../errors/domain-error.ts';
import { languageOf } from '../../text/negotiate.ts';
import { boundConnections } from '../server/connection-bounds.ts';
import { HTTP_BOUNDS } from '../server/http-bounds.ts';

/** Answers every request with UNAVAILABLE, in place of a process that waits for a server it cannot do without. */
export function createWaitingServer(): FastifyInstance {
  const server = fastify({ ...HTTP_BOUNDS, logger: false, forceCloseConnections: true });
  boundConnections(server.server);
  server.setNotFoundHandler((request, reply) => {
    const answer = toPublicError(unavailable(), languageOf(request.headers['accept-language']), COMMON_ERRORS);
    reply.code(answer.status).headers({ 'cache-control': 'no-store', 'retry-after': String(answer.retryAfterSeconds) });
    return reply.send({ success: false, error: answer.text, code: answer.code });
  });
  return server;
}
