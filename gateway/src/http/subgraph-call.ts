import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { DomainError } from '@volant/infra/errors/domain-error';
import type { SubgraphCall } from '@volant/infra/graphql/subgraph-call';
import { languageOf } from '@volant/infra/text/negotiate';
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null until it is parsed; empty if there is no token. */
    bearerToken: string | null;
  }
}

const BEARER = /^(?:Bearer +)+"?([A-Za-z0-9._~+/=-]+)"?$/i;
const LONGEST_AUTHORIZATION = 4_200;
const CORRELATION_ID = /^[A-Za-z0-9._-]{8,64}$/;
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,128}$/;

/** The caller's own correlation id if it is valid, otherwise a new one. */
export function correlationIdOf(request: IncomingMessage): string {
  const given = request.headers['x-correlation-id'];
  return typeof given === 'string' && CORRELATION_ID.test(given) ? given : randomUUID();
}

/**
 * The data of a request that services receive.
 * @throws DomainError VALIDATION_FAILED for an invalid Idempotency-Key
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

/** The same without an idempotency key, for a query about the caller, which changes nothing. */
export function withoutKey(request: FastifyRequest): SubgraphCall {
  return {
    token: tokenOf(request),
    language: languageOf(request.headers['accept-language']),
    clientAddress: request.ip,
    correlationId: request.id,
    idempotencyKey: undefined,
  };
}

/** The request of a GraphQL operation: the events mutation continues as a request of its own. */
const requests = new WeakMap<SubgraphCall, FastifyRequest>();

/** The call of a request, from which `requestOf` finds the request again. */
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
 * A hook that answers UNAUTHENTICATED without a token, before any input is read. The service checks whether the token
 * is valid.
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
