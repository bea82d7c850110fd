import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isInputType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  typeFromAST,
  visit,
} from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import { DomainError } from '../errors/domain-error.ts';

type Variables = Readonly<Record<string, unknown>> | undefined;

/** Runs an operation that fits the schema, with variables that fit it. */
export type RunOperation<Context> = (
  context: Context,
  variables: Variables,
) => Promise<ExecutionResult> | ExecutionResult;

/**
 * Queries that come again are compiled, which spares graphql-js's walk through each
 * field of each answer; what comes once is not worth the compiling, which takes
 * longer than many an answer. What graphql-jit reads otherwise than graphql-js does,
 * graphql-js runs.
 */
export function runnerOf<Context>(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): RunOperation<Context> {
  const operationName = operation.name?.value;
  const walk: RunOperation<Context> = (contextValue, variableValues) =>
    execute({ schema, document, contextValue, variableValues, operationName });
  if (!isReadAlike(schema, document, operation)) return walk;

  let compiled: CompiledQuery | undefined;
  let isFirst = true;
  return (context, variables) => {
    if (isFirst) {
      isFirst = false;
      return walk(context, variables);
    }
    compiled ??= compile(schema, document, operationName);
    return compiled.query(undefined, context, variables);
  };
}

function compile(schema: GraphQLSchema, document: DocumentNode, operationName: string | undefined): CompiledQuery {
  const compiled = compileQuery(schema, document, operationName, { disablingCapturingStackErrors: true });
  // Nothing but the literals of the operation is left to refuse here.
  if (!isCompiledQuery(compiled)) throw new DomainError('MALFORMED_BODY');
  return compiled;
}

/**
 * Whether graphql-jit makes of an operation what graphql-js does. It passes over
 * the default of a variable that must not be null, and over those of the fields of
 * an input; it takes a variable within a literal for null, or for nothing; it gives
 * a field that is selected under several conditions up for missing; and it never
 * ends with an input that holds itself. It compiles the rest.
 */
function isReadAlike(
  schema: GraphQLSchema,
  document: DocumentNode,
  { operation, variableDefinitions = [] }: OperationDefinitionNode,
): boolean {
  if (operation !== OperationTypeNode.QUERY) return false;
  for (const { type, defaultValue } of variableDefinitions) {
    const inputType = typeFromAST(schema, type);
    if (defaultValue !== undefined || !isInputType(inputType) || !isPlainInput(inputType, new Set())) return false;
  }
  let plain = true;
  let literals = 0;
  const within = {
    enter() {
      literals += 1;
    },
    leave() {
      literals -= 1;
    },
  };
  visit(document, {
    [Kind.DIRECTIVE]: () => {
      plain = false;
    },
    [Kind.LIST]: within,
    [Kind.OBJECT]: within,
    [Kind.VARIABLE]: () => {
      if (literals > 0) plain = false;
    },
  });
  return plain;
}

/** Without defaults, and without an end that is itself. */
function isPlainInput(type: GraphQLInputType, above: ReadonlySet<GraphQLInputType>): boolean {
  const named = getNamedType(type);
  if (!isInputObjectType(named)) return true;
  if (above.has(named)) return false;
  const inner = new Set([...above, named]);
  return Object.values(named.getFields()).every(
    (field) => field.defaultValue === undefined && isPlainInput(field.type, inner),
  );
}
