import { createHash } from 'node:crypto';
import type { ApolloGateway } from '@apollo/gateway';
import { ForwardedError } from '@volant/infra/errors/domain-error';
import type { Subgraph, SubgraphCall } from '@volant/infra/graphql/subgraph-call';
import type { Logger } from '@volant/infra/process/log';
import {
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  getVariableValues,
  parse,
  validate,
} from 'graphql';
import { type AnswerShape, answerShapeOf } from './answer-shape.ts';
import { type CallContext, PLANNING } from './call-context.ts';
import type { Federation } from './federation.ts';
import { type Step, stepsOf } from './fetch-plan.ts';
import { askSubgraph } from './in-process-source.ts';
import { runPlan } from './run-plan.ts';
import { refuseLargeValues } from './value-limits.ts';

type RequestContext = Parameters<ApolloGateway['executor']>[0];

/** An operation of the REST shim. `Data` is what the schema says it answers; nothing else ties the two. */
export interface FixedOperation<Data> {
  readonly name: string;
  readonly query: string;
  /** Never set: carries the type. */
  readonly answers?: Data;
}

/** What an operation answers as GraphQL has it. */
export interface GraphAnswer {
  /** Absent where the operation was not begun. */
  readonly data?: unknown;
  readonly errors?: readonly GraphQLError[] | undefined;
}

/** Runs fixed operations on the federation, without Apollo Server's work for unknown ones. */
export interface Graph {
  /** @throws ForwardedError with the first error, where there is no answer without it */
  run<Data>(operation: FixedOperation<Data>, variables: Record<string, unknown>, call: SubgraphCall): Promise<Data>;
  /**
   * Runs a client's operation with variables that nobody has looked at yet.
   * @throws Error where it cannot go past the federation's executor, which the check of the list rules out
   */
  answer(
    operation: FixedOperation<unknown>,
    variables: Record<string, unknown>,
    call: SubgraphCall,
  ): Promise<GraphAnswer>;
}

const documents: string[] = [];

/** Every fixed operation that has been made: what a client in GraphQL needs to do all that REST does. */
export function fixedDocuments(): readonly string[] {
  return documents;
}

export function fixedOperation<Data>(query: string): FixedOperation<Data> {
  documents.push(query);
  return { name: nameOf(query), query };
}

function nameOf(query: string): string {
  const name = /^\s*(?:query|mutation)\s+(\w+)/.exec(query)?.[1];
  if (name === undefined) throw new Error('a fixed operation needs a name');
  return name;
}

interface Prepared {
  readonly document: DocumentNode;
  readonly operation: NonNullable<ReturnType<typeof getOperationAST>>;
  /** Key of the federation's query plan. */
  readonly queryHash: string;
  /** The way past the federation's executor, once it has planned; null where there is none. */
  direct?: Direct | null;
}

interface Direct {
  readonly steps: Step;
  readonly shape: AnswerShape;
}

export interface GraphSettings {
  readonly federation: Federation;
  readonly schema: GraphQLSchema;
  readonly subgraphs: readonly Subgraph[];
  readonly timeoutMs: number;
  readonly log: Logger;
}

export function createGraph({ federation, schema, subgraphs, timeoutMs, log }: GraphSettings): Graph {
  const prepared = new WeakMap<FixedOperation<unknown>, Prepared>();
  const services = new Map(subgraphs.map((subgraph) => [subgraph.name, subgraph]));

  function prepare(fixed: FixedOperation<unknown>): Prepared {
    const known = prepared.get(fixed);
    if (known !== undefined) return known;
    const document = parse(fixed.query);
    const problems = validate(schema, document);
    const operation = getOperationAST(document, fixed.name);
    if (problems.length > 0 || operation == null) {
      throw new Error(`${fixed.name} does not fit the supergraph: ${problems.map((p) => p.message).join('; ')}`);
    }
    const queryHash = createHash('sha256').update(fixed.query).digest('hex');
    const made = { document, operation, queryHash };
    prepared.set(fixed, made);
    return made;
  }

  return {
    async run<Data>(fixed: FixedOperation<Data>, variables: Record<string, unknown>, call: SubgraphCall) {
      refuseLargeValues(variables);
      const prepared = prepare(fixed);
      const context: CallContext = { call, deadline: performance.now() + timeoutMs };
      const direct = prepared.direct ?? (await planned(fixed, prepared, variables));
      if (direct == null) return answerOf<Data>(fixed, await federated(fixed, prepared, variables, context), call);
      return answerOf<Data>(fixed, await directly(direct, variables, context), call);
    },

    async answer(fixed, given, call) {
      const prepared = prepare(fixed);
      const context: CallContext = { call, deadline: performance.now() + timeoutMs };
      const { variableDefinitions = [] } = prepared.operation;
      const { coerced, errors } = getVariableValues(schema, variableDefinitions, given, { maxErrors: 1 });
      if (coerced === undefined) return { errors };
      const direct = prepared.direct ?? (await planned(fixed, prepared, coerced));
      if (direct == null) throw new Error(`${fixed.name} cannot be run directly`);
      return directly(direct, coerced, context);
    },
  };

  async function directly({ steps, shape }: Direct, variables: Record<string, unknown>, context: CallContext) {
    const { data, errors } = await runPlan(steps, variables, (service, request) =>
      askSubgraph(subgraphOf(service), request, context, log),
    );
    return { data: shape(data), errors };
  }

  /** Has the operation planned when it is first run; undefined where its variables keep the federation from it. */
  async function planned(
    fixed: FixedOperation<unknown>,
    prepared: Prepared,
    variables: Record<string, unknown>,
  ): Promise<Direct | null | undefined> {
    if (prepared.direct === undefined) {
      await federated(fixed, prepared, variables, PLANNING);
      const plan = federation.planOf(prepared.document);
      if (plan !== undefined) {
        prepared.direct = directWay(stepsOf(plan), answerShapeOf(schema, prepared.operation, prepared.document));
      }
    }
    return prepared.direct;
  }

  function subgraphOf(service: string): Subgraph {
    const subgraph = services.get(service);
    if (subgraph === undefined) throw new Error(`nobody provides ${service}`);
    return subgraph;
  }

  /** For a plan that is beyond us, and for the plan itself. */
  async function federated(
    fixed: FixedOperation<unknown>,
    prepared: Prepared,
    variables: Record<string, unknown>,
    context: CallContext | typeof PLANNING,
  ) {
    const { document, operation, queryHash } = prepared;
    const requestContext = {
      request: { query: fixed.query, operationName: fixed.name, variables },
      source: fixed.query,
      operationName: fixed.name,
      document,
      operation,
      queryHash,
      schema,
      context,
      logger: log,
      metrics: {},
      // What else the type asks for (caches, cache policy) the executor does not read.
    } as unknown as RequestContext;
    return federation.gateway.executor(requestContext);
  }

  /** What the schema lets be absent (a count, an owner's name) is no reason to refuse the rest. */
  function answerOf<Data>(
    { name }: FixedOperation<Data>,
    { data, errors = [] }: { readonly data?: unknown; readonly errors?: readonly GraphQLError[] | undefined },
    { correlationId }: SubgraphCall,
  ): Data {
    const [error] = errors;
    if (data == null) throw error === undefined ? new Error(`${name} answered nothing`) : refusal(error);
    if (error !== undefined) {
      const { extensions, path } = error;
      const where = { correlationId, operation: name, path, code: extensions.code, errors: errors.length };
      log.warn(where, 'partial answer');
    }
    return data as Data;
  }
}

function directWay(steps: Step | undefined, shape: AnswerShape | undefined): Direct | null {
  return steps === undefined || shape === undefined ? null : { steps, shape };
}

/** The service's refusal, or the error itself if no service told it. */
function refusal(error: GraphQLError): Error {
  const { code, status, retryAfterSeconds, field } = error.extensions;
  if (typeof code !== 'string' || typeof status !== 'number') return error;
  return new ForwardedError({
    code,
    status,
    text: error.message,
    ...(typeof retryAfterSeconds === 'number' ? { retryAfterSeconds } : {}),
    ...(typeof field === 'string' ? { field } : {}),
  });
}
