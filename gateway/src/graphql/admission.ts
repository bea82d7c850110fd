import type { ApolloServerPlugin } from '@apollo/server';
import { isTokenRefusal } from '@volant/infra/auth/scopes';
import type { Subgraph } from '@volant/infra/graphql/subgraph-call';
import type { Logger } from '@volant/infra/process/observability/log';
import {
  type FieldDefinitionNode,
  type GraphQLFormattedError,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  type TypeNode,
} from 'graphql';
import type { CallContext } from '../supergraph/call-context.ts';
import { askSubgraph } from '../supergraph/in-process-source.ts';
import { WRONG_VARIABLE } from './format-error.ts';

/** Checks whether a caller may run an operation at all. Resolves with the service's refusal if not. */
export type Admission = (
  operation: OperationDefinitionNode,
  context: CallContext,
) => Promise<GraphQLFormattedError | undefined>;

export interface AdmissionParts {
  readonly supergraphSdl: string;
  readonly subgraphs: readonly Subgraph[];
  readonly log: Logger;
}

/** Whether a service rejects the caller by this code. */
function isAboutCaller(code: unknown): boolean {
  return code === 'UNAUTHENTICATED' || code === 'FORBIDDEN' || isTokenRefusal(code);
}

/**
 * Services run their guards before they validate variables (`guarded`, infra). So the field is requested with a
 * variable that is always invalid, and the resulting error shows whether the caller is allowed.
 */
export function createAdmission({ supergraphSdl, subgraphs, log }: AdmissionParts): Admission {
  const byName = new Map(subgraphs.map((subgraph) => [subgraph.name.toUpperCase(), subgraph]));
  const fields = rootFields(supergraphSdl);

  return async (operation, context) => {
    for (const selection of operation.selectionSet.selections) {
      if (selection.kind !== Kind.FIELD) continue;
      const field = fields.get(`${operation.operation} ${selection.name.value}`);
      const subgraph = byName.get(field?.service ?? '');
      if (field === undefined || subgraph === undefined) continue;
      const query = questionAbout(operation, field);
      const { errors = [] } = await askSubgraph(subgraph, { query, operationName: undefined }, context, log);
      const refusal = errors.find(({ extensions }) => isAboutCaller(extensions.code));
      if (refusal !== undefined) {
        return {
          message: refusal.message,
          extensions: refusal.extensions,
          path: [selection.alias?.value ?? field.name],
        };
      }
    }
    return undefined;
  };
}

interface RootField {
  readonly name: string;
  /** Name of the service in the supergraph. */
  readonly service: string;
  readonly definition: FieldDefinitionNode;
  /** Whether it returns an object, so that the query needs a selection. */
  readonly hasFields: boolean;
}

function rootFields(supergraphSdl: string): ReadonlyMap<string, RootField> {
  const { definitions } = parse(supergraphSdl);
  const objects = new Set(
    definitions.flatMap((definition) =>
      definition.kind === Kind.OBJECT_TYPE_DEFINITION ? [definition.name.value] : [],
    ),
  );
  const found = new Map<string, RootField>();
  for (const definition of definitions) {
    if (definition.kind !== Kind.OBJECT_TYPE_DEFINITION) continue;
    const kind = { Query: 'query', Mutation: 'mutation' }[definition.name.value];
    for (const field of kind === undefined ? [] : (definition.fields ?? [])) {
      const join = field.directives?.find(({ name }) => name.value === 'join__field');
      const graph = join?.arguments?.find(({ name }) => name.value === 'graph')?.value;
      if (graph?.kind !== Kind.ENUM) continue;
      const { value: name } = field.name;
      found.set(`${kind} ${name}`, {
        name,
        service: graph.value,
        definition: field,
        hasFields: objects.has(nameOf(field.type)),
      });
    }
  }
  return found;
}

/** A query of the field with its required arguments, and `$asked`, which is never set. */
function questionAbout({ operation }: OperationDefinitionNode, { name, definition, hasFields }: RootField): string {
  const demanded = (definition.arguments ?? []).filter(({ type }) => type.kind === Kind.NON_NULL_TYPE);
  const variables = demanded.map((argument) => `, $${argument.name.value}: ${print(argument.type)}`).join('');
  const values = demanded.map((argument) => `${argument.name.value}: $${argument.name.value}`).join(', ');
  const field = `${name}${values === '' ? '' : `(${values})`} @include(if: $asked)`;
  return `${operation} ($asked: Boolean!${variables}) { ${field}${hasFields ? ' { __typename }' : ''} }`;
}

function nameOf(type: TypeNode): string {
  return type.kind === Kind.NAMED_TYPE ? type.name.value : nameOf(type.type);
}

/** Authorization errors take precedence over errors about variables. */
export function tellStrangersFirst(admission: Admission): ApolloServerPlugin<CallContext> {
  return {
    async requestDidStart() {
      return {
        async willSendResponse({ response, operation, contextValue }) {
          const { body, http } = response;
          if (operation === undefined || body.kind !== 'single' || !isAboutVariables(body.singleResult.errors)) return;
          const refusal = await admission(operation, contextValue);
          if (refusal === undefined) return;
          body.singleResult.errors = [refusal];
          // The status of every refusal by a service.
          http.status = 200;
        },
      };
    },
  };
}

function isAboutVariables(errors: readonly GraphQLFormattedError[] = []): boolean {
  return errors.some(({ extensions }) => {
    const { code, detail } = extensions ?? {};
    return code === 'VALIDATION_FAILED' && typeof detail === 'string' && WRONG_VARIABLE.test(detail);
  });
}
