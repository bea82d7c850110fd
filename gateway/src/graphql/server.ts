import type { ApolloGateway } from '@apollo/gateway';
import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import type { Logger } from '@volant/infra/process/log';
import { GraphQLError } from 'graphql';
import { GATEWAY_ERRORS } from '../errors.ts';
import type { CallContext } from '../supergraph/call-context.ts';
import { createErrorFormatter } from './format-error.ts';
import { limitOperations, OPERATION_LIMITS, TOKEN_LIMIT } from './operation-limits.ts';

export interface GraphqlServerParts {
  readonly federation: ApolloGateway;
  /** Hides the schema: no introspection, no "did you mean". */
  readonly production: boolean;
  readonly log: Logger;
}

export function createGraphqlServer({ federation, production, log }: GraphqlServerParts): ApolloServer<CallContext> {
  return new ApolloServer<CallContext>({
    gateway: federation,
    logger: log,
    nodeEnv: production ? 'production' : 'development',
    introspection: !production,
    hideSchemaDetailsFromClientErrors: production,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    allowBatchedHttpRequests: false,
    csrfPrevention: true,
    persistedQueries: false,
    parseOptions: { maxTokens: TOKEN_LIMIT },
    validationOptions: { maxErrors: 5 },
    validationRules: [limitOperations(OPERATION_LIMITS)],
    formatError: createErrorFormatter(log),
    plugins: [
      demandOperation,
      translateFaults,
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
      ApolloServerPluginSchemaReportingDisabled(),
    ],
  });
}

/** Apollo leaves it to the federation to find the operation, which breaks where there is none. */
const demandOperation: ApolloServerPlugin<CallContext> = {
  async requestDidStart() {
    return {
      async didResolveOperation({ operation }) {
        if (operation !== undefined) return;
        throw new GraphQLError('The document has no operation of this name.', {
          extensions: { code: 'OPERATION_RESOLUTION_FAILURE', http: { status: 400 } },
        });
      },
    };
  },
};

/** Errors of the gateway's own are formatted where the language is not known, so they are translated last. */
const translateFaults: ApolloServerPlugin<CallContext> = {
  async requestDidStart() {
    return {
      async willSendResponse({ response, contextValue }) {
        if (response.body.kind !== 'single' || contextValue.call.language === 'fr') return;
        const { singleResult } = response.body;
        if (singleResult.errors === undefined) return;
        const text = GATEWAY_ERRORS.INTERNAL[contextValue.call.language];
        singleResult.errors = singleResult.errors.map((error) =>
          error.message === GATEWAY_ERRORS.INTERNAL.fr ? { ...error, message: text } : error,
        );
      },
    };
  },
};
