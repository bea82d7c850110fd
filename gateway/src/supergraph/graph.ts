import { ForwardedError } from '@volant/infra/errors/domain-error';
import { publicErrorIn } from '@volant/infra/graphql/public-errors';
import type { SubgraphCall } from '@volant/infra/graphql/subgraph-call';
import type { Logger } from '@volant/infra/process/observability/log';
import type { GraphQLFormattedError } from 'graphql';
import type { Apollo } from '../graphql/apollo.ts';
import type { Operations } from './operations.generated.ts';
import { refuseLargeValues } from './value-limits.ts';

/** An operation of the REST routes or of the web client. */
export interface FixedOperation<Name extends string = string> {
  readonly name: Name;
  readonly query: string;
}

type Name = keyof Operations;

const operations: FixedOperation[] = [];

/** Every operation of the REST routes, and the gateway's own. */
export function fixedOperations(): readonly FixedOperation[] {
  return operations;
}

type Before<Mark extends string, Text extends string> = Text extends `${infer Head}${Mark}${string}` ? Head : Text;
/** The name of an operation that begins with `query Name` or `mutation Name`. */
type NameIn<Text extends string> = Text extends `${'query' | 'mutation'} ${infer Rest}`
  ? Before<'(', Before<' ', Rest>>
  : never;

/** `npm run graph-types` generates the types of its variables and its answer. */
export function fixedOperation<const Text extends string>(query: Text): FixedOperation<NameIn<Text>> {
  const [, name = ''] = query.split(/[\s(]+/);
  const operation = { name: name as NameIn<Text>, query };
  operations.push(operation);
  return operation;
}

export interface GraphParts {
  readonly apollo: Apollo;
  /** Timeout over all subgraphs. */
  readonly timeoutMs: number;
  readonly log: Logger;
}

export function createGraph({ apollo, timeoutMs, log }: GraphParts) {
  return {
    /** @throws ForwardedError with the first error if there is no data */
    async run<N extends Name>(
      { name, query }: FixedOperation<N>,
      variables: Operations[N]['variables'],
      call: SubgraphCall,
    ) {
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
      return data as Operations[N]['data'];
    },
  };
}

/** Runs the gateway's own operations. */
export type Graph = ReturnType<typeof createGraph>;

/** The service's refusal, or an error with the same message if no service raised it. */
function refusal(error: GraphQLFormattedError): Error {
  const publicError = publicErrorIn(error);
  return publicError === undefined ? new Error(error.message) : new ForwardedError(publicError);
}
