import type { ApolloLink } from '@apollo/client/link';
import { ErrorLink } from '@apollo/client/link/error';
import { RetryLink } from '@apollo/client/link/retry';
import { OperationTypeNode } from 'graphql';
import { ApiError, NetworkError } from '../api/api-error.ts';
import { mayReload } from '../browser/reload-once.ts';
import { refreshUser } from '../session/auth.ts';
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

/**
 * After a deploy a tab may still run the old client, whose operations the server no longer has: reload the page,
 * once. A failed mutation does not reload, because typed input might be lost; it reports the failure, and the next
 * query loads the new client.
 */
export function createOtherBuildLink(reload: () => void): ErrorLink {
  return new ErrorLink(({ error, operation }) => {
    if (!isOtherBuild(error) || !isQuery(operation)) return;
    if (mayReload()) reload();
  });
}

/** Refreshes the user when the server answers FORBIDDEN: a revoked role closes its screen. */
export const roleLink = new ErrorLink(({ error }) => {
  if (error instanceof ApiError && error.code === 'FORBIDDEN') void refreshUser();
});

function isOtherBuild(error: unknown): boolean {
  return error instanceof ApiError && error.code === OTHER_BUILD;
}

function isQuery({ operationType }: ApolloLink.Operation): boolean {
  return operationType === OperationTypeNode.QUERY;
}
