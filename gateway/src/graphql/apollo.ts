import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import type { Language } from '@volant/infra/errors/domain-error';
import type { Subgraph } from '@volant/infra/graphql/subgraph-call';
import type { Logger } from '@volant/infra/process/log';
import { GraphQLError, OperationTypeNode } from 'graphql';
import type { CallContext } from '../supergraph/call-context.ts';
import { createFederation } from '../supergraph/federation.ts';
import { createAdmission, tellStrangersFirst } from './admission.ts';
import { firstWrongVariable } from './first-wrong-variable.ts';
import { createErrorFormatter } from './format-error.ts';
import { TOKEN_LIMIT } from './operation-limits.ts';
import { variablesNeverNull } from './variables-never-null.ts';

export interface ApolloParts {
  readonly supergraphSdl: string;
  /** The services themselves. */
  readonly services: readonly Subgraph[];
  /** All that the supergraph names: the services with what the gateway adds. */
  readonly subgraphs: readonly Subgraph[];
  /** Hides the schema: no introspection, no "did you mean". */
  readonly production: boolean;
  readonly log: Logger;
}

/** Parses, validates, plans and executes every operation. */
export type Apollo = ApolloServer<CallContext>;

/** Apollo Server before @apollo/gateway. */
export async function startApollo(parts: ApolloParts): Promise<Apollo> {
  const { supergraphSdl, services, subgraphs, production, log } = parts;
  const admission = createAdmission({ supergraphSdl, subgraphs: services, log });
  const format = createErrorFormatter(log);
  /** Apollo formats errors where the context is not known. */
  const languages = new WeakMap<object, Language>();
  const apollo = new ApolloServer<CallContext>({
    gateway: createFederation(subgraphs, supergraphSdl, log),
    logger: log,
    nodeEnv: production ? 'production' : 'development',
    introspection: !production,
    hideSchemaDetailsFromClientErrors: production,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    persistedQueries: false,
    parseOptions: { maxTokens: TOKEN_LIMIT },
    validationOptions: { maxErrors: 5 },
    formatError: (formatted, error) => format(formatted, error, languages.get(Object(error)) ?? 'fr'),
    plugins: [
      {
        async requestDidStart() {
          return {
            async didEncounterErrors({ errors, contextValue: { call } }) {
              for (const error of errors) languages.set(error, call.language);
            },
          };
        },
      },
      demandOperation,
      firstWrongVariable,
      tellStrangersFirst(admission),
      refuseNull,
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
      ApolloServerPluginSchemaReportingDisabled(),
    ],
  });
  await apollo.start();
  return apollo;
}

/** Apollo leaves it to the federation to find the operation, which breaks where there is none it can run. */
const demandOperation: ApolloServerPlugin<CallContext> = {
  async requestDidStart() {
    return {
      async didResolveOperation({ operation }) {
        if (operation !== undefined && operation.operation !== OperationTypeNode.SUBSCRIPTION) return;
        throw new GraphQLError('The document has no query or mutation of this name.', {
          extensions: { code: 'OPERATION_RESOLUTION_FAILURE', http: { status: 400 } },
        });
      },
    };
  },
};

/** A default makes an operation valid that gives null all the same, which the federation would take for its own fault. */
const refuseNull: ApolloServerPlugin<CallContext> = {
  async requestDidStart() {
    return {
      async didResolveOperation({ schema, operation, document, request: { variables = {} } }) {
        if (operation === undefined || !Object.values(variables).includes(null)) return;
        for (const name of variablesNeverNull(schema, operation, document)) {
          if (variables[name] !== null) continue;
          throw new GraphQLError(`Variable "$${name}" must not be null where it stands.`, {
            extensions: { code: 'BAD_USER_INPUT', http: { status: 400 } },
          });
        }
      },
    };
  },
};
