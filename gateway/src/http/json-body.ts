import { DomainError } from '@volant/infra/errors/domain-error';
import { excessOf } from '@volant/infra/text/input-bounds';
import type { FastifyInstance } from 'fastify';

/** Most bytes of a body: enough for every call that says nothing else. */
export const SMALL_BODY = 8 * 1024;
/** For a call that brings a page or a message. */
export const LARGE_BODY = 64 * 1024;
/** For an operation of the graph, with the largest variables of a call of REST. */
export const OPERATION_BODY = LARGE_BODY + 32 * 1024;

/**
 * Bodies are JSON and nothing else, with nothing in them that is longer, deeper or more than anybody needs. An empty one is no error here: clients send
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
      parse(request, body.toString(), (error, value) => done(error ?? refusalOf(value), value));
    }
  });
}

/**
 * JSON that stands in a part of a form.
 * @throws DomainError PAYLOAD_TOO_LARGE, MALFORMED_BODY; SyntaxError
 */
export function readJson(given: string): unknown {
  const value: unknown = JSON.parse(given);
  const refusal = refusalOf(value);
  if (refusal !== null) throw refusal;
  return value;
}

function refusalOf(value: unknown): DomainError | null {
  const excess = excessOf(value);
  if (excess === undefined) return null;
  return new DomainError(excess === 'depth' ? 'MALFORMED_BODY' : 'PAYLOAD_TOO_LARGE');
}
