import type { ApolloServerPlugin } from '@apollo/server';
import { GraphQLError, stripIgnoredCharacters } from 'graphql';
import type { CallContext } from '../supergraph/call-context.ts';

/** Texts of operations that may run, however they are laid out. */
export type ListedOperations = (source: string) => boolean;

/** @throws Error for a document that is no GraphQL */
export function listOperations(documents: readonly string[]): ListedOperations {
  const listed = new Set(documents.map(stripIgnoredCharacters));
  return (source) => {
    try {
      return listed.has(stripIgnoredCharacters(source));
    } catch {
      // What cannot even be read is on no list.
      return false;
    }
  };
}

/** Refuses what is not listed before anything else is done with it: it costs nothing and learns nothing. */
export function demandListed(isListed: ListedOperations): ApolloServerPlugin<CallContext> {
  return {
    async requestDidStart() {
      return {
        async didResolveSource({ source }) {
          if (isListed(source)) return;
          throw new GraphQLError('This operation is not listed.', {
            extensions: { code: 'OPERATION_NOT_LISTED', http: { status: 403 } },
          });
        },
      };
    },
  };
}
