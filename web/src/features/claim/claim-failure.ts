import { ApiError } from '../../api/api-error.ts';
import { type Failure, failureOf, fixedFailure, ownFailure } from '../../api/failure.ts';

/** On /claim: the reason by its kind; a limit that was reached in the server's words. */
export function claimFormFailure(error: unknown): Failure {
  if (error instanceof ApiError) {
    if (error.status === 400) return ownFailure('claim.alreadyClaimed');
    if (error.status === 403) return ownFailure('card.inactive');
    if (error.status === 404) return ownFailure('card.notFound');
    if (error.status === 429) return failureOf(error, 'claim.failed');
  }
  return fixedFailure(error, 'claim.failed');
}

/** On the claim screen of a card: taken, else the server's words. */
export function claimScreenFailure(error: unknown): Failure {
  if (error instanceof ApiError && error.status === 400) return ownFailure('claim.alreadyClaimed');
  return failureOf(error, 'claim.failed');
}
