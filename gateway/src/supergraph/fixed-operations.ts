import { ForwardedError } from '@volant/infra/errors/domain-error';
import { publicErrorIn } from '@volant/infra/graphql/public-errors';
import type { Subgraph, SubgraphCall } from '@volant/infra/graphql/subgraph-call';
import type { Logger } from '@volant/infra/process/log';
import {
  type GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  getVariableValues,
  parse,
  type VariableDefinitionNode,
} from 'graphql';
import { type AnswerShape, answerShapeOf } from './answer-shape.ts';
import { askSubgraph } from './in-process-source.ts';
import { operationIdOf, type Plan, type Plans } from './plans.ts';
import { runPlan } from './run-plan.ts';
import { refuseLargeValues } from './value-limits.ts';

/** An operation of the REST shim, or of the web client. `Data` is what the schema says it answers; nothing else ties the two. */
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

/** Runs listed operations by the plans that were made of them, without Apollo's work for unknown ones. */
export interface Graph {
  /** @throws ForwardedError with the first error, where there is no answer without it */
  run<Data>(operation: FixedOperation<Data>, variables: Record<string, unknown>, call: SubgraphCall): Promise<Data>;
  /** Runs a client's operation with variables that nobody has looked at yet. */
  answer(
    operation: FixedOperation<unknown>,
    variables: Record<string, unknown>,
    call: SubgraphCall,
  ): Promise<GraphAnswer>;
}

const operations: FixedOperation<unknown>[] = [];

/** Every operation of the REST shim, and what the gateway asks for itself. */
export function fixedOperations(): readonly FixedOperation<unknown>[] {
  return operations;
}

export function fixedOperation<Data>(query: string): FixedOperation<Data> {
  const name = /^\s*(?:query|mutation)\s+(\w+)/.exec(query)?.[1];
  if (name === undefined) throw new Error('a fixed operation needs a name');
  const operation = { name, query };
  operations.push(operation);
  return operation;
}

interface Prepared {
  readonly variableDefinitions: readonly VariableDefinitionNode[];
  readonly plan: Plan;
  readonly shape: AnswerShape;
}

export interface GraphSettings {
  /** All that may be run. */
  readonly operations: readonly FixedOperation<unknown>[];
  readonly plans: Plans;
  readonly schema: GraphQLSchema;
  readonly subgraphs: readonly Subgraph[];
  readonly timeoutMs: number;
  readonly log: Logger;
}

/** @throws Error naming an operation that has no plan */
export function createGraph({ operations, plans, schema, subgraphs, timeoutMs, log }: GraphSettings): Graph {
  const prepared = new Map<FixedOperation<unknown>, Prepared>();
  const services = new Map(subgraphs.map((subgraph) => [subgraph.name, subgraph]));
  for (const operation of operations) planOf(operation);

  function planOf({ name, query }: FixedOperation<unknown>): Plan {
    const plan = plans.get(operationIdOf(query));
    if (plan === undefined) throw new Error(`there is no plan of ${name}; run: npm run supergraph -w @volant/gateway`);
    return plan;
  }

  /** When it is first asked for: a start has other things to read. */
  function prepare(fixed: FixedOperation<unknown>): Prepared {
    const known = prepared.get(fixed);
    if (known !== undefined) return known;
    const document = parse(fixed.query);
    const operation = getOperationAST(document, fixed.name);
    if (operation == null) throw new Error(`there is no ${fixed.name} in its document`);
    const { variableDefinitions = [] } = operation;
    const made = { variableDefinitions, plan: planOf(fixed), shape: answerShapeOf(schema, operation, document) };
    prepared.set(fixed, made);
    return made;
  }

  async function carryOut({ plan, shape }: Prepared, variables: Record<string, unknown>, call: SubgraphCall) {
    const deadline = performance.now() + timeoutMs;
    const { data, errors } = await runPlan(plan, variables, (service, request) =>
      askSubgraph(subgraphOf(service), request, { call, deadline }, log),
    );
    return { data: shape(data), errors };
  }

  function subgraphOf(service: string): Subgraph {
    const subgraph = services.get(service);
    if (subgraph === undefined) throw new Error(`nobody provides ${service}`);
    return subgraph;
  }

  return {
    async run<Data>(operation: FixedOperation<Data>, variables: Record<string, unknown>, call: SubgraphCall) {
      refuseLargeValues(variables);
      return answerOf<Data>(operation, await carryOut(prepare(operation), variables, call), call);
    },

    async answer(operation, given, call) {
      const listed = prepare(operation);
      const { coerced, errors } = getVariableValues(schema, listed.variableDefinitions, given, { maxErrors: 1 });
      return coerced === undefined ? { errors } : carryOut(listed, coerced, call);
    },
  };

  /** What the schema lets be absent (a count, an owner's name) is no reason to refuse the rest. */
  function answerOf<Data>(
    { name }: FixedOperation<Data>,
    { data, errors = [] }: GraphAnswer,
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

/** The service's refusal, or the error itself if no service told it. */
function refusal(error: GraphQLError): Error {
  const publicError = publicErrorIn(error);
  return publicError === undefined ? error : new ForwardedError(publicError);
}
