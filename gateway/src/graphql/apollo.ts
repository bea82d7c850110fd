import { ApolloServer, type ApolloServerPlugin, type GraphQLRequestContextDidResolveOperation } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import type { Subgraph } from '@volant/infra/graphql/subgraph-call';
import type { Logger } from '@volant/infra/process/observability/log';
import { DEFAULT_LANGUAGE, type Language } from '@volant/proto/text/languages';
import { GraphQLError, getVariableValues, OperationTypeNode } from 'graphql';
import type { CallContext } from '../supergraph/call-context.ts';
import { createFederation } from '../supergraph/federation.ts';
import { createAdmission, tellStrangersFirst } from './admission.ts';
import { createErrorFormatter } from './format-error.ts';
import { TOKEN_LIMIT } from './operation-limits.ts';
import { variablesNeverNull } from './variables-never-null.ts';

export interface ApolloParts {
  readonly supergraphSdl: string;
  /** The product's services. */
  readonly services: readonly Subgraph[];
  /** All subgraphs of the supergraph: the services and the gateway's own. */
  readonly subgraphs: readonly Subgraph[];
  /** Hides the schema: no introspection, no "did you mean". */
  readonly production: boolean;
  readonly log: Logger;
}

/** Parses, validates, plans and executes every operation. */
export type Apollo = ApolloServer<CallContext>;

/** Starts Apollo Server with @apollo/gateway. */
export async function startApollo(parts: ApolloParts): Promise<Apollo> {
  const { supergraphSdl, services, subgraphs, production, log } = parts;
  const admission = createAdmission({ supergraphSdl, subgraphs: services, log });
  const format = createErrorFormatter(log);
  /** Apollo formats errors without access to the context, so the language is stored here. */
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
    formatError: (formatted, error) => format(formatted, error, languages.get(Object(error)) ?? DEFAULT_LANGUAGE),
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

/** Apollo leaves it to the federation to find the operation, which crashes if the document has none to run. */
const demandOperation = beforeExecution(({ operation }) => {
  if (operation !== undefined && operation.operation !== OperationTypeNode.SUBSCRIPTION) return;
  throw new GraphQLError('The document has no query or mutation of this name.', {
    extensions: { code: 'OPERATION_RESOLUTION_FAILURE', http: { status: 400 } },
  });
});

/**
 * If a variable has a default, null is valid for its type but not for its position; the federation would answer an
 * internal error.
 */
const refuseNull = beforeExecution(({ schema, operation, document, request: { variables = {} } }) => {
  if (operation === undefined || !Object.values(variables).includes(null)) return;
  for (const name of variablesNeverNull(schema, operation, document)) {
    if (variables[name] !== null) continue;
    throw new GraphQLError(`Variable "$${name}" must not be null where it stands.`, {
      extensions: { code: 'BAD_USER_INPUT', http: { status: 400 } },
    });
  }
});

/**
 * Refuses an operation at the first invalid variable. The federation would collect all errors and print the whole value
 * in each: 64 KB of unknown names took it half a minute.
 */
const firstWrongVariable = beforeExecution(({ schema, operation, request }) => {
  const variableDefinitions = operation?.variableDefinitions ?? [];
  const { errors } = getVariableValues(schema, variableDefinitions, request.variables ?? {}, { maxErrors: 1 });
  const [first] = errors ?? [];
  if (first === undefined) return;
  throw new GraphQLError(first.message, {
    ...(first.nodes === undefined ? {} : { nodes: first.nodes }),
    extensions: { code: 'BAD_USER_INPUT', http: { status: 400 } },
  });
});

type Resolved = GraphQLRequestContextDidResolveOperation<CallContext>;

/** A check of every operation that is valid, before it is planned. */
function beforeExecution(check: (resolved: Resolved) => void): ApolloServerPlugin<CallContext> {
  const didResolveOperation = async (resolved: Resolved) => check(resolved);
  return { requestDidStart: async () => ({ didResolveOperation }) };
}
