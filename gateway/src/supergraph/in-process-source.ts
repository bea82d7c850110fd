import type { GraphQLDataSource } from '@apollo/gateway';
import { DomainError, toPublicError } from '@volant/infra/errors/domain-error';
import { graphqlErrorOf } from '@volant/infra/graphql/public-errors';
import type { Subgraph, SubgraphRequest } from '@volant/infra/graphql/subgraph-call';
import type { Logger } from '@volant/infra/process/observability/log';
import type { ExecutionResult } from 'graphql';
import { GATEWAY_ERRORS } from '../errors.ts';
import type { CallContext } from './call-context.ts';

/** Apollo's name for our subgraph answer: it types errors by their formatted form, which GraphQLError has. */
type SourceAnswer = Awaited<ReturnType<GraphQLDataSource['process']>>;

/** Lets the federation call a subgraph of this process until the operation's deadline. */
export function createInProcessSource(subgraph: Subgraph, log: Logger): GraphQLDataSource {
  return {
    async process({ request, context }) {
      if (request.query === undefined) throw new Error('the query planner sent no operation');
      // Callers of the federation pass this context; Apollo loses its type.
      const { query, operationName, variables } = request;
      const answer = await askSubgraph(subgraph, { query, operationName, variables }, context as CallContext, log);
      return answer as SourceAnswer;
    },
  };
}

/** The answer of a subgraph, or an error if it does not answer. */
export async function askSubgraph(
  subgraph: Subgraph,
  request: SubgraphRequest,
  { call, deadline }: CallContext,
  log: Logger,
): Promise<ExecutionResult> {
  try {
    return await within(deadline, subgraph.execute(request, call));
  } catch (error) {
    const where = { correlationId: call.correlationId, subgraph: subgraph.name, operation: request.operationName };
    if (error instanceof DomainError) log.warn({ ...where, code: error.code }, 'subgraph did not answer in time');
    else log.error({ ...where, err: error }, 'subgraph failed');
    return { errors: [graphqlErrorOf(toPublicError(error, call.language, GATEWAY_ERRORS))] };
  }
}

/** @throws DomainError UNAVAILABLE if there is no answer at the deadline */
function within(deadline: number, answer: Promise<ExecutionResult>): Promise<ExecutionResult> {
  return new Promise((resolve, reject) => {
    const tooLate = () => reject(new DomainError('UNAVAILABLE', {}, 2));
    const timer = setTimeout(tooLate, Math.max(0, deadline - performance.now()));
    answer.then(
      (result) => {
        clearTimeout(timer);
        resolve(result);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}
