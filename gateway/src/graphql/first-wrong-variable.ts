import type { ApolloServerPlugin } from '@apollo/server';
import { GraphQLError, getVariableValues } from 'graphql';
import type { CallContext } from '../supergraph/call-context.ts';

/**
 * Refuses an operation at the first invalid variable. The federation would collect all errors and print the whole value
 * in each: 64 KB of unknown names took it half a minute.
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
