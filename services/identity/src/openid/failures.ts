import { DomainError } from '@volant/infra/errors/domain-error';
import type { Logger } from '@volant/infra/process/observability/log';
import { AuthorizationResponseError, ResponseBodyError } from 'openid-client';
import { z } from 'zod';

/** Of openid-client and jose, and of Node’s fetch. */
const TIMEOUTS: ReadonlySet<unknown> = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'ERR_JWKS_TIMEOUT', 'TimeoutError']);
const CLOCKS: ReadonlySet<unknown> = new Set(['OAUTH_JWT_TIMESTAMP_CHECK_FAILED', 'ERR_JWT_EXPIRED']);
const RETRY_AFTER_SECONDS = 30;

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/** The refusal for a failed exchange with the issuer; the reason is logged. */
export function failureOf(error: unknown, provider: string, log: Logger): DomainError {
  if (error instanceof DomainError) return error;
  const refusal = refusalOf(error, provider);
  // Not the errors themselves: their causes hold codes and tokens.
  const reasons = chainOf(error).flatMap((each) => (each instanceof Error ? [each.message] : []));
  const answer = error instanceof ResponseBodyError ? { error: error.error, text: error.error_description } : {};
  log.warn({ code: refusal.code, reasons, ...answer }, 'an exchange with the issuer failed');
  return refusal;
}

function refusalOf(error: unknown, provider: string): DomainError {
  if (error instanceof AuthorizationResponseError && error.error === 'access_denied') {
    return new DomainError('ISSUER_DENIED', { provider });
  }
  if (isAway(error)) return new DomainError('ISSUER_AWAY', { provider }, RETRY_AFTER_SECONDS);
  const isTime = chainOf(error).some((each) => CLOCKS.has(codeOf(each)) || isClaimOfTime(each));
  return new DomainError(isTime ? 'ISSUER_CLOCK' : 'ISSUER_REFUSED', { provider });
}

function isAway(error: unknown): boolean {
  return chainOf(error).some(
    (each) =>
      TIMEOUTS.has(codeOf(each)) ||
      (each instanceof Error && (each.name === 'TimeoutError' || each.message === 'fetch failed')) ||
      (each instanceof Response && each.status >= 500),
  );
}

const claim = z.object({ claim: z.enum(['exp', 'nbf', 'iat']), reason: z.literal('check_failed') });

function isClaimOfTime(error: unknown): boolean {
  return claim.safeParse(error).success;
}

/** Whether the issuer no longer accepts a refresh token. */
export function isRevoked(error: unknown): boolean {
  return error instanceof ResponseBodyError && error.error === 'invalid_grant';
}

/** An error and its causes. */
function chainOf(error: unknown): readonly unknown[] {
  const chain: unknown[] = [];
  for (let at = error; at !== undefined && at !== null && chain.length < 8; ) {
    chain.push(at);
    at = at instanceof Error ? at.cause : undefined;
  }
  return chain;
}
