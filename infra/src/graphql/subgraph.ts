import { buildSubgraphSchema } from '@apollo/subgraph';
import {
  type DocumentNode,
  execute,
  type FieldNode,
  type GraphQLError,
  type GraphQLFieldResolver,
  type GraphQLScalarType,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
  specifiedRules,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import type { WithViewer } from '../auth/guards.ts';
import { needsScope, requireScopes } from '../auth/scopes.ts';
import type { Viewer } from '../auth/viewer.ts';
import { COMMON_ERRORS } from '../errors/common-errors.ts';
import { DomainError, toPublicError } from '../errors/domain-error.ts';
import type { ErrorCatalogue } from '../errors/error-catalogue.ts';
import type { Logger } from '../process/observability/log.ts';
import { LONGEST_TEXT } from '../text/outside-text.ts';
import { type Guard, guardOf } from './guarded.ts';
import { firstInvalidVariable } from './invalid-variable.ts';
import { graphqlErrorOf } from './public-errors.ts';
import { SCALARS } from './scalars.ts';
import type { Subgraph, SubgraphCall, SubgraphRequest, VerifyToken } from './subgraph-call.ts';

/** Resolvers declare the parent and arguments they expect from the schema; `never` admits every declaration. */
export type Resolver<Context> = GraphQLFieldResolver<never, Context, never, unknown>;

/** Loads an entity by its key fields; undefined or null if it does not exist. */
export type ReferenceResolver<Context> = (reference: never, context: Context) => unknown;

export type TypeResolvers<Context> = Readonly<Record<string, Resolver<Context> | ReferenceResolver<Context>>>;

/** Field resolvers by type; `__resolveReference` makes a type an entity that other subgraphs can reference. */
export type Resolvers<Context> = Readonly<Record<string, TypeResolvers<Context> | GraphQLScalarType>>;

export interface SubgraphParts<Context> {
  readonly name: string;
  /** The service's schema.graphql. The scalars DateTime, Date, JSON and Upload are supplied if it declares them. */
  readonly typeDefs: string;
  readonly resolvers: Resolvers<Context>;
  /** The service's codes; the common codes are added. */
  readonly catalogue: ErrorCatalogue;
  /** Omitted if callers are not distinguished. */
  readonly verifyToken?: VerifyToken;
  readonly createContext: (call: SubgraphCall, viewer: Viewer | undefined) => Context;
  readonly log: Logger;
}

type ResolverMap = NonNullable<Extract<Parameters<typeof buildSubgraphSchema>[0], { typeDefs: unknown }>['resolvers']>;

/** An operation that is valid against the schema. */
interface CheckedOperation {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  /** Guards of its root fields, in order. */
  readonly guards: readonly Guard[];
  /** Its fields that callers with an API token need a scope for. */
  readonly scoped: readonly string[];
}

/**
 * Bounds of the cache of checked operations: the gateway plans a few dozen, and unlisted operations must not fill the
 * memory.
 */
const CHECKED_OPERATIONS = { max: 500, maxSize: 4_000_000 };

/** A service's subgraph, executed in this process. All its answers are safe to show to any client. */
export function createSubgraph<Context>(parts: SubgraphParts<Context>): Subgraph {
  const { name, verifyToken } = parts;
  const catalogue = { ...COMMON_ERRORS, ...parts.catalogue };
  const schema = schemaOf(parts.typeDefs, parts.resolvers);
  const log = parts.log.child({ subgraph: name });
  const known = new LRUCache<string, CheckedOperation>({
    ...CHECKED_OPERATIONS,
    sizeCalculation: (_, key) => key.length,
  });

  /** @throws DomainError if the caller's API token lacks a scope */
  async function createContext(call: SubgraphCall, { scoped }: CheckedOperation): Promise<Context> {
    const known = call.token !== undefined && verifyToken !== undefined;
    const viewer = known ? await verifyToken(call.token) : undefined;
    requireScopes(viewer, scoped);
    return parts.createContext(call, viewer);
  }

  function check({ query, operationName }: SubgraphRequest): CheckedOperation {
    const key = `${operationName ?? ''} ${query}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    let document: DocumentNode;
    try {
      document = parse(query, { maxTokens: 20_000 });
    } catch (error) {
      log.warn({ err: error }, 'operation cannot be parsed');
      throw new DomainError('MALFORMED_BODY');
    }
    const problems = validate(schema, document, specifiedRules, { maxErrors: 5 });
    if (problems.length > 0) {
      log.warn({ problems: problems.map((problem) => problem.message) }, 'operation does not fit the schema');
      throw new DomainError('MALFORMED_BODY');
    }
    refuseLongTexts(document);
    const operation = getOperationAST(document, operationName);
    if (!operation) throw new DomainError('MALFORMED_BODY');
    const guards = guardsOf(parts.resolvers, operation);
    const made = { document, operation, guards, scoped: scopedFields(schema, document) };
    known.set(key, made);
    return made;
  }

  function answerTo(error: unknown, call: SubgraphCall, request: SubgraphRequest, path?: GraphQLError['path']) {
    const publicError = toPublicError(error, call.language, catalogue);
    if (publicError.code === 'INTERNAL') {
      const { correlationId } = call;
      log.error({ err: error, correlationId, operation: request.operationName, path }, 'operation failed');
    }
    return graphqlErrorOf(publicError, path);
  }

  /**
   * Authorization errors take precedence over validation errors.
   * @throws DomainError
   */
  async function refuseForm(field: string, checked: CheckedOperation, call: SubgraphCall): Promise<never> {
    const context = await createContext(call, checked);
    for (const guard of checked.guards) guard(context as WithViewer);
    throw new DomainError('VALIDATION_FAILED', { field });
  }

  return {
    name,
    async execute(request, call) {
      try {
        const checked = check(request);
        const { document, operation } = checked;
        const { operationName, variables: variableValues = {} } = request;
        const field = firstInvalidVariable(schema, operation.variableDefinitions ?? [], variableValues);
        if (field !== undefined) await refuseForm(field, checked, call);
        const contextValue = await createContext(call, checked);
        const result = await execute({ schema, document, contextValue, variableValues, operationName });
        if (result.errors === undefined) return result;
        const errors = result.errors.map((error) => answerTo(error.originalError ?? error, call, request, error.path));
        return { ...result, errors };
      } catch (error) {
        return { errors: [answerTo(error, call, request)] };
      }
    },
  };
}

/**
 * Guards of an operation's root fields. A guard within a fragment (the federation sends none) runs only in its
 * resolver.
 */
function guardsOf<Context>(resolvers: Resolvers<Context>, operation: OperationDefinitionNode): readonly Guard[] {
  const type = operation.operation === OperationTypeNode.MUTATION ? resolvers.Mutation : resolvers.Query;
  return operation.selectionSet.selections.flatMap((selection) => {
    const resolver = selection.kind === Kind.FIELD ? Reflect.get(type ?? {}, selection.name.value) : undefined;
    return guardOf(resolver) ?? [];
  });
}

/** The fields that need a scope, also those that the federation queries of entities. */
function scopedFields(schema: GraphQLSchema, document: DocumentNode): readonly string[] {
  const types = new TypeInfo(schema);
  const found = new Set<string>();
  const Field = ({ name: { value: field } }: FieldNode) => {
    const type = types.getParentType()?.name;
    if (type !== undefined && needsScope(type, field)) found.add(`${type}.${field}`);
  };
  visit(document, visitWithTypeInfo(types, { Field }));
  return [...found];
}

/**
 * Checks literals; `firstInvalidVariable` checks variables.
 * @throws DomainError VALIDATION_FAILED
 */
function refuseLongTexts(document: DocumentNode): void {
  visit(document, {
    StringValue({ value }) {
      if (value.length > LONGEST_TEXT) throw new DomainError('VALIDATION_FAILED', { field: 'query' });
    },
  });
}

const schemas = new WeakMap<object, GraphQLSchema>();

/**
 * A service's executable schema; resolvers of types it does not declare are ignored. It is made once for its resolvers,
 * because tests create a service hundreds of times.
 */
function schemaOf<Context>(typeDefs: string, resolvers: Resolvers<Context>): GraphQLSchema {
  const known = schemas.get(resolvers);
  if (known !== undefined) return known;
  const scalars = Object.fromEntries(SCALARS.map((scalar) => [scalar.name, scalar]));
  const schema = buildSubgraphSchema({
    typeDefs: parse(typeDefs),
    resolvers: { ...scalars, ...resolvers } as ResolverMap,
  });
  schemas.set(resolvers, schema);
  return schema;
}
