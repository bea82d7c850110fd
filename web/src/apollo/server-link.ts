import { ApolloLink } from '@apollo/client/link';
import { type DocumentNode, OperationTypeNode } from 'graphql';
import { Observable } from 'rxjs';
import * as v from 'valibot';
import { ApiError } from '../api/api-error.ts';
import { endRefusedSession, exchange } from '../api/client.ts';
import { parsed } from '../api/parsed.ts';
import { withRetryKey } from '../api/retry-key.ts';
import { currentSession } from '../session/session.ts';

declare module '@apollo/client' {
  interface DefaultContext {
    /** Set for a mutation whose key must survive a reload; others get one automatically. */
    readonly idempotencyKey?: string;
  }
}

/** The server is of another build and does not know the operation; no part of it was run. */
export const OTHER_BUILD = 'PERSISTED_QUERY_NOT_SUPPORTED';

const errorSchema = v.object({
  message: v.string(),
  extensions: v.fallback(
    v.optional(
      v.object({
        code: v.string(),
        status: v.number(),
        retryAfterSeconds: v.fallback(v.optional(v.number()), undefined),
        field: v.fallback(v.optional(v.string()), undefined),
      }),
    ),
    undefined,
  ),
});
const answerSchema = v.object({
  data: v.nullish(v.record(v.string(), v.unknown())),
  errors: v.optional(v.array(errorSchema), []),
});

/**
 * Sends operations to the server by hash; the server has their text from the same build. Errors match those of
 * `call`: a refusal becomes an `ApiError`, a network failure a `NetworkError`. If only a part is missing (a count),
 * the rest is the result.
 */
export const serverLink = new ApolloLink(
  (operation) =>
    new Observable((observer) => {
      const aborting = new AbortController();
      send(operation, aborting.signal).then(
        (data) => {
          observer.next({ data });
          observer.complete();
        },
        (error: unknown) => observer.error(error),
      );
      return () => aborting.abort();
    }),
);

type Data = Record<string, unknown>;

function send(operation: ApolloLink.Operation, signal: AbortSignal): Promise<Data> {
  const { operationName = '', operationType, variables } = operation;
  const { idempotencyKey } = operation.getContext();
  if (operationType !== OperationTypeNode.MUTATION || idempotencyKey !== undefined) {
    return ask(operation, signal, idempotencyKey);
  }
  return withRetryKey(operationName, variables, (key) => ask(operation, signal, key));
}

async function ask(operation: ApolloLink.Operation, signal: AbortSignal, idempotencyKey?: string): Promise<Data> {
  const { operationName, variables } = operation;
  const { token, response, body } = await exchange('/graphql', {
    method: 'POST',
    body: { operationName, variables, ...(await sentOf(operation.query)) },
    idempotencyKey,
    signal,
  });
  const answer = parsed(answerSchema, body);
  const errors = answer?.errors ?? [];
  // A proxy's 401 has no GraphQL errors, and the graph refuses a field with status 200.
  endRefusedSession(
    errors.some(({ extensions }) => extensions?.code === 'UNAUTHENTICATED') ? 401 : response.status,
    token,
  );
  if (answer?.data != null) {
    // One user's data must not be cached for the next.
    if (currentSession()?.token !== token) throw new Error('The session changed before the answer came');
    return answer.data;
  }
  const { message, extensions } = errors[0] ?? {};
  if (extensions === undefined) throw new ApiError(response.status, 'UNREADABLE_ANSWER', undefined, undefined);
  throw new ApiError(
    extensions.status,
    extensions.code,
    message === '' ? undefined : message,
    extensions.retryAfterSeconds,
    extensions.field,
  );
}

/** The hash that the build wrote into the document. */
async function sentOf(document: DocumentNode & { readonly __meta__?: { readonly hash: string } }) {
  // In development the server may be of an older build, so send the text.
  if (import.meta.env.MODE === 'development') return { query: (await import('graphql')).print(document) };
  const sha256Hash = document.__meta__?.hash;
  if (sha256Hash === undefined) throw new Error('This operation is not one of the build.');
  return { extensions: { persistedQuery: { version: 1, sha256Hash } } };
}
