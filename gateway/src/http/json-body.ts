import { DomainError } from '@volant/infra/errors/domain-error';
import { excessOf } from '@volant/infra/text/input-bounds';
import { utf8Of, withoutMark } from '@volant/infra/text/utf8';
import type { FastifyInstance } from 'fastify';

/** Maximum body in bytes, unless the route sets another. */
export const SMALL_BODY = 8 * 1024;
/** For calls with a page or a message. */
export const LARGE_BODY = 64 * 1024;
/** For GraphQL operations, with variables as large as the largest REST body. */
export const OPERATION_BODY = LARGE_BODY + 32 * 1024;

/**
 * Accepts only JSON bodies, and limits their depth, the length of their texts and the number of their values. An empty
 * body is allowed, because clients also send the JSON content type with calls without a payload.
 */
export function acceptJsonBodies(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const encoding = request.headers['content-encoding']?.toLowerCase();
    const json = utf8Of(body as Buffer);
    if (encoding && encoding !== 'identity') {
      done(new DomainError('UNSUPPORTED_MEDIA_TYPE'));
    } else if (body.length === 0) {
      done(null, undefined);
    } else if (json === undefined) {
      done(new DomainError('MALFORMED_BODY'));
    } else {
      parse(request, json, (error, value) => done(error ?? refusalOf(value), value));
    }
  });
}

/**
 * Parses JSON in a part of a form like a body.
 * @throws DomainError PAYLOAD_TOO_LARGE, MALFORMED_BODY; SyntaxError
 */
export function readJson(given: string): unknown {
  const value: unknown = JSON.parse(withoutMark(given));
  const refusal = refusalOf(value);
  if (refusal !== null) throw refusal;
  return value;
}

function refusalOf(value: unknown): DomainError | null {
  const excess = excessOf(value);
  if (excess === undefined) return null;
  return new DomainError(excess === 'depth' ? 'MALFORMED_BODY' : 'PAYLOAD_TOO_LARGE');
}
