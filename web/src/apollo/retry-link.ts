import type { ApolloLink } from '@apollo/client/link';
import { RetryLink } from '@apollo/client/link/retry';
import { OperationTypeNode } from 'graphql';
import { ApiError, NetworkError } from '../api/api-error.ts';
import { OTHER_BUILD } from './server-link.ts';

/** During a deploy the next request may reach a server of this build. */
const OTHER_BUILD_TRIES = 3;
const DELAY_MS = 500;

/** Retries queries after a network failure, which may be brief. Refusals are final, and mutations are not resent. */
export const retryLink = new RetryLink({
  delay: (attempt) => DELAY_MS * attempt,
  attempts: (attempt, operation, error) => {
    if (error instanceof NetworkError) return attempt === 1 && isQuery(operation);
    return isOtherBuild(error) && attempt < OTHER_BUILD_TRIES;
  },
});

export function isOtherBuild(error: unknown): boolean {
  return error instanceof ApiError && error.code === OTHER_BUILD;
}

export function isQuery({ operationType }: ApolloLink.Operation): boolean {
  return operationType === OperationTypeNode.QUERY;
}
