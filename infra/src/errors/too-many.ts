import { DomainError } from './domain-error.ts';

/** Refusal after too many attempts. Its text (`{wait}`) and its `Retry-After` say when to try again. */
export function tooMany(retryAfterMs: number, code = 'TOO_MANY_REQUESTS'): DomainError {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
  return new DomainError(code, {}, seconds);
}
