import { DomainError } from '@volant/infra/errors/domain-error';
import type { FastifyInstance } from 'fastify';

/**
 * Bodies are JSON and nothing else. An empty one is no error here: clients send
 * the JSON content type with calls that have no payload, too.
 */
export function acceptJsonBodies(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const encoding = request.headers['content-encoding'];
    if (encoding !== undefined && encoding !== 'identity') {
      done(new DomainError('UNSUPPORTED_MEDIA_TYPE'));
    } else if (body.length === 0) {
      done(null, undefined);
    } else {
      parse(request, body.toString(), done);
    }
  });
}
