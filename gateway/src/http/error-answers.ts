import { DomainError, ForwardedError, type PublicError, toPublicError } from '@volant/infra/errors/domain-error';
import type { Logger } from '@volant/infra/process/observability/log';
import { languageOf } from '@volant/infra/text/negotiate';
import type { Language } from '@volant/proto/text/languages';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { GATEWAY_ERRORS } from '../errors.ts';
import { addVary } from './edge.ts';

/** Codes of errors that Fastify raises before a handler runs, by status. */
const CODE_BY_STATUS: Readonly<Record<number, keyof typeof GATEWAY_ERRORS>> = {
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  408: 'REQUEST_TIMEOUT',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'TOO_MANY_REQUESTS',
  431: 'HEADERS_TOO_LARGE',
  503: 'UNAVAILABLE',
};

/** The public form of any error, including those of Fastify. */
export function publicErrorOf(error: unknown, language: Language): PublicError {
  if (error instanceof ForwardedError || error instanceof DomainError)
    return toPublicError(error, language, GATEWAY_ERRORS);
  const status = statusOf(error);
  const code =
    status === undefined ? undefined : (CODE_BY_STATUS[status] ?? (status < 500 ? 'MALFORMED_BODY' : undefined));
  // An unknown error is passed on unchanged, so that it becomes INTERNAL.
  return toPublicError(code === undefined ? error : new DomainError(code), language, GATEWAY_ERRORS);
}

function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  const { statusCode } = error as Partial<FastifyError>;
  return typeof statusCode === 'number' && statusCode >= 400 ? statusCode : undefined;
}

export function errorBody({ text, code, field, challenge, passkey }: PublicError) {
  const more = {
    ...(field !== undefined && { field }),
    ...(challenge !== undefined && { challenge }),
    ...(passkey !== undefined && { passkey }),
  };
  return { success: false, error: text, code, ...more };
}

/** Answers with the error in the common form of the API, and logs internal errors. */
export function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  log: Logger,
  count: (code: string) => void,
): FastifyReply {
  const publicError = publicErrorOf(error, languageOf(request.headers['accept-language']));
  count(publicError.code);
  logFault(publicError, error, request, log);
  return sendPublicError(publicError, reply).send(errorBody(publicError));
}

/** Sets status and headers of an error; the caller sends the body. */
export function sendPublicError({ status, retryAfterSeconds }: PublicError, reply: FastifyReply): FastifyReply {
  reply.code(status).header('cache-control', 'no-store');
  addVary(reply, 'Accept-Language');
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(Math.ceil(retryAfterSeconds)));
  else if (status === 503) reply.header('retry-after', '2');
  return reply;
}

export function logFault({ status, code }: PublicError, error: unknown, request: FastifyRequest, log: Logger): void {
  if (status < 500) return;
  // The route's pattern and not the URL, because ids of unclaimed pages and reset tokens are secrets.
  const where = { correlationId: request.id, method: request.method, route: request.routeOptions.url, code };
  // A service that sent a public error has already logged its cause.
  if (error instanceof ForwardedError) log.warn(where, 'request refused');
  else log.error({ ...where, err: error }, 'request failed');
}
