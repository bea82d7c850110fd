import type { ApolloServerPlugin } from '@apollo/server';
import { GraphQLError, getVariableValues } from 'graphql';
import type { CallContext } from '../supergraph/call-context.ts';

/**
 * Refuses an operation at the first thing that is wrong with its variables. The federation would look for all of them
 * and write the whole value beside each: 64 KB of unknown names kept it at that for half a minute.
 */
export const firstWrongVariable: ApolloServerPlugin<CallContext> = {
  async requestDidStart() {
    return {
      async didResolveOperation({ schema, operation, request }) {
        const variableDefinitions = operation?.variableDefinitions ?? [];
        const { errors } = getVariableValues(schema, variableDefinitions, request.variables ?? {}, { maxErrors: 1 });
        const [first] = errors ?? [];
        if (first === undefined) return;
        throw new GraphQLError(first.message, {
          ...(first.nodes === undefined ? {} : { nodes: first.nodes }),
          extensions: { code: 'BAD_USER_INPUT', http: { status: 400 } },
        });
      },
    };
  },
};
