import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { DomainError, languageOf } from '@volant/infra/errors/domain-error';
import type { SubgraphCall } from '@volant/infra/graphql/subgraph-call';
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null until it is looked for; empty where there is none. */
    bearerToken: string | null;
  }
}

const BEARER = /^Bearer +([A-Za-z0-9._~+/=-]+)$/i;
const LONGEST_AUTHORIZATION = 4_200;
const CORRELATION_ID = /^[A-Za-z0-9._-]{8,64}$/;
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,128}$/;

/** The caller's own correlation id where it looks like one, otherwise a new one. */
export function correlationIdOf(request: IncomingMessage): string {
  const given = request.headers['x-correlation-id'];
  return typeof given === 'string' && CORRELATION_ID.test(given) ? given : randomUUID();
}

/**
 * What services learn of a request.
 * @throws DomainError VALIDATION_FAILED for an unusable Idempotency-Key
 */
export function subgraphCallOf(request: FastifyRequest): SubgraphCall {
  const { headers } = request;
  const idempotencyKey = headers['idempotency-key'];
  if (idempotencyKey !== undefined && (typeof idempotencyKey !== 'string' || !IDEMPOTENCY_KEY.test(idempotencyKey))) {
    throw new DomainError('VALIDATION_FAILED', { field: 'Idempotency-Key' });
  }
  const call = withoutKey(request);
  return idempotencyKey === undefined ? call : { ...call, idempotencyKey };
}

/** The same for a question about the caller, which changes nothing. */
export function withoutKey(request: FastifyRequest): SubgraphCall {
  return {
    token: tokenOf(request),
    language: languageOf(request.headers['accept-language']),
    clientAddress: request.ip,
    correlationId: request.id,
    idempotencyKey: undefined,
  };
}

/** Of operations of the graph: one of its mutations goes on as a request of its own. */
const requests = new WeakMap<SubgraphCall, FastifyRequest>();

/** The call of a request, which `requestOf` finds again. */
export function attachedCallOf(request: FastifyRequest): SubgraphCall {
  const call = subgraphCallOf(request);
  requests.set(call, request);
  return call;
}

export function requestOf(call: SubgraphCall): FastifyRequest {
  const request = requests.get(call);
  if (request === undefined) throw new Error('this call does not come from a request');
  return request;
}

/**
 * A hook that shuts a call for people who are signed in before anything of it is read: UNAUTHENTICATED. What a token
 * is worth the service finds out.
 */
export function requireToken(request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction): void {
  if (tokenOf(request) === undefined) done(new DomainError('UNAUTHENTICATED'));
  else done();
}

export function tokenOf(request: FastifyRequest): string | undefined {
  const { authorization } = request.headers;
  if (request.bearerToken === null) {
    const readable = authorization !== undefined && authorization.length <= LONGEST_AUTHORIZATION;
    request.bearerToken = (readable ? BEARER.exec(authorization)?.[1] : undefined) ?? '';
  }
  return request.bearerToken === '' ? undefined : request.bearerToken;
}
