import { ForwardedError } from '@volant/infra/errors/domain-error';
import { publicErrorIn } from '@volant/infra/graphql/public-errors';
import type { SubgraphCall } from '@volant/infra/graphql/subgraph-call';
import type { Logger } from '@volant/infra/process/observability/log';
import type { GraphQLFormattedError } from 'graphql';
import type { Apollo } from '../graphql/apollo.ts';
import { refuseLargeValues } from './value-limits.ts';

/**
 * An operation of the REST routes or of the web client. `Data` is the type of its response and must match the schema;
 * this is not checked.
 */
export interface FixedOperation<Data> {
  readonly name: string;
  readonly query: string;
  /** Never set; carries the type. */
  readonly answers?: Data;
}

/** Runs the gateway's own operations. */
export interface Graph {
  /** @throws ForwardedError with the first error if there is no data */
  run<Data>(operation: FixedOperation<Data>, variables: Record<string, unknown>, call: SubgraphCall): Promise<Data>;
}

const operations: FixedOperation<unknown>[] = [];

/** Every operation of the REST routes, and the gateway's own. */
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

export interface GraphParts {
  readonly apollo: Apollo;
  /** Timeout over all subgraphs. */
  readonly timeoutMs: number;
  readonly log: Logger;
}

export function createGraph({ apollo, timeoutMs, log }: GraphParts): Graph {
  return {
    async run<Data>({ name, query }: FixedOperation<Data>, variables: Record<string, unknown>, call: SubgraphCall) {
      refuseLargeValues(variables);
      const contextValue = { call, deadline: performance.now() + timeoutMs };
      const { body } = await apollo.executeOperation({ query, operationName: name, variables }, { contextValue });
      if (body.kind !== 'single') throw new Error(`${name} was answered in parts`);
      const { data, errors: [error, ...others] = [] } = body.singleResult;
      if (data == null) throw error === undefined ? new Error(`${name} answered nothing`) : refusal(error);
      if (error !== undefined) {
        const { path, extensions } = error;
        const where = { operation: name, path, code: extensions?.code, errors: 1 + others.length };
        log.warn({ ...where, correlationId: call.correlationId }, 'partial answer');
      }
      return data as Data;
    },
  };
}

/** The service's refusal, or an error with the same message if no service raised it. */
function refusal(error: GraphQLFormattedError): Error {
  const publicError = publicErrorIn(error);
  return publicError === undefined ? new Error(error.message) : new ForwardedError(publicError);
}
