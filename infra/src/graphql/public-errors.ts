import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import type { PublicError } from '../errors/domain-error.ts';

/** What a caller learns of an error, as the graph answers it. */
export function graphqlErrorOf({ text, ...extensions }: PublicError, path?: GraphQLError['path']): GraphQLError {
  return new GraphQLError(text, { ...(path === undefined ? {} : { path }), extensions });
}

/** The same read back; undefined for an error that no service has put into words. */
export function publicErrorIn({
  message,
  extensions = {},
}: Pick<GraphQLFormattedError, 'message' | 'extensions'>): PublicError | undefined {
  const { code, status, retryAfterSeconds, field } = extensions;
  if (typeof code !== 'string' || typeof status !== 'number') return undefined;
  return {
    code,
    status,
    text: message,
    ...(typeof retryAfterSeconds === 'number' ? { retryAfterSeconds } : {}),
    ...(typeof field === 'string' ? { field } : {}),
  };
}
