import { DomainError, toPublicError } from '@volant/infra/errors/domain-error';
import type { Logger } from '@volant/infra/process/observability/log';
import { languageOf } from '@volant/infra/text/negotiate';
import { utf8Of } from '@volant/infra/text/utf8';
import type { FastifyPluginAsync } from 'fastify';
import { ANALYTICS_ERRORS } from '../errors.ts';
import type { Collected, Collector } from './collector.ts';
import type { CrossSiteCheck } from './cross-site.ts';

export const EVENTS_PATH = '/api/public/events';
const MAX_BODY_BYTES = 64 * 1024;
const JSON_TYPE = 'application/json; charset=utf-8';
/** The response to nearly every request, serialized once. */
const ONE_ACCEPTED = JSON.stringify({ success: true, accepted: 1, refused: [] });

/** Errors that Fastify raises itself, mapped to our codes. */
const REFUSED_BY_FASTIFY: Readonly<Record<string, string>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
};

/**
 * POST /api/public/events. The body parsers and the error handler are scoped to this plugin because the server may run
 * other routes.
 *
 * A visit of a known bot is answered 202 with `accepted: 0` and the code BOT_NOT_COUNTED for each event: the sender
 * made no mistake and must not retry. An uptime monitor can read in the response that the endpoint works and why the
 * report does not change.
 */
export function createCollectRoutes(
  collector: () => Collector,
  refuseCrossSite: CrossSiteCheck,
  countRefusal: (code: string) => void,
  log: Logger,
): FastifyPluginAsync {
  return async (server) => {
    server.addHook('onRequest', (request, _, done) => {
      try {
        refuseCrossSite(request.raw.headers);
        done();
      } catch (error) {
        done(error as Error);
      }
    });
    server.removeAllContentTypeParsers();
    // Only JSON: another site may send any other content type without a preflight.
    server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_, body, done) => {
      try {
        done(null, JSON.parse(utf8Of(body as Buffer) ?? ''));
      } catch {
        done(new DomainError('MALFORMED_BODY'));
      }
    });

    server.setErrorHandler((error, request, reply) => {
      const refusal = refusalOf(error);
      // Refused by a hook of the server around these routes, whose error handler knows the code.
      if (refusal instanceof DomainError && !Object.hasOwn(ANALYTICS_ERRORS, refusal.code)) throw refusal;
      const publicError = toPublicError(refusal, languageOf(request.headers['accept-language']), ANALYTICS_ERRORS);
      countRefusal(publicError.code);
      if (publicError.code === 'INTERNAL') log.error({ err: error }, 'events cannot be collected');
      if (publicError.retryAfterSeconds !== undefined)
        reply.header('retry-after', String(publicError.retryAfterSeconds));
      // Like every error of the API: not cached, and in the language of the request.
      reply.code(publicError.status).type(JSON_TYPE).headers({ 'cache-control': 'no-store', vary: 'Accept-Language' });
      const { code, field } = publicError;
      return reply.send(JSON.stringify({ success: false, error: publicError.text, code, field }));
    });

    server.post(EVENTS_PATH, { bodyLimit: MAX_BODY_BYTES }, async (request, reply) => {
      const { raw } = request;
      const collected = await collector().collect(request.body, raw.headers, raw.socket.remoteAddress);
      for (const { code } of collected.refused) countRefusal(code);
      reply.code(202).type(JSON_TYPE);
      return reply.send(answer(collected));
    });
  };
}

function answer({ accepted, refused }: Collected): string {
  return accepted === 1 && refused.length === 0 ? ONE_ACCEPTED : JSON.stringify({ success: true, accepted, refused });
}

function refusalOf(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DomainError) return error;
  const { code, statusCode } = error as Error & { code?: string; statusCode?: number };
  const ours = code === undefined ? undefined : REFUSED_BY_FASTIFY[code];
  if (ours !== undefined) return new DomainError(ours);
  return statusCode !== undefined && statusCode >= 400 && statusCode < 500 ? new DomainError('MALFORMED_BODY') : error;
}
