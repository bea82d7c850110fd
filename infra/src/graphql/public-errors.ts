import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import type { PublicError } from '../errors/domain-error.ts';

/** Encodes a public error as a GraphQL error. */
export function graphqlErrorOf({ text, ...extensions }: PublicError, path?: GraphQLError['path']): GraphQLError {
  return new GraphQLError(text, { ...(path === undefined ? {} : { path }), extensions });
}

/** Decodes it again; undefined if the error was not encoded by a service. */
export function publicErrorIn({
  message,
  extensions = {},
}: Pick<GraphQLFormattedError, 'message' | 'extensions'>): PublicError | undefined {
  const { code, status, retryAfterSeconds, field, challenge, passkey } = extensions;
  if (typeof code !== 'string' || typeof status !== 'number') return undefined;
  return {
    code,
    status,
    text: message,
    ...(typeof retryAfterSeconds === 'number' ? { retryAfterSeconds } : {}),
    ...(typeof field === 'string' ? { field } : {}),
    ...(typeof challenge === 'string' ? { challenge } : {}),
    ...(typeof passkey === 'string' ? { passkey } : {}),
  };
}
