import { ApiError } from '../../api/api-error.ts';
import { type Failure, failureOf, fixedFailure, ownFailure } from '../../api/failure.ts';

/** Errors of /claim: by error code; a rate limit in the server's words. */
export function claimFormFailure(error: unknown): Failure {
  if (error instanceof ApiError) {
    if (error.code === 'PAGE_ALREADY_CLAIMED') return ownFailure('claim.alreadyClaimed');
    if (error.code === 'PAGE_INACTIVE') return ownFailure('card.inactive');
    if (error.code === 'PAGE_NOT_FOUND') return ownFailure('card.notFound');
    if (error.code === 'TOO_MANY_REQUESTS') return failureOf(error, 'claim.failed');
  }
  return fixedFailure(error, 'claim.failed');
}

/** Errors of a card's claim screen: already claimed, else the server's message. */
export function claimScreenFailure(error: unknown): Failure {
  if (error instanceof ApiError && error.code === 'PAGE_ALREADY_CLAIMED') return ownFailure('claim.alreadyClaimed');
  return failureOf(error, 'claim.failed');
}
