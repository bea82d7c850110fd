import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Subgraph } from '../graphql/subgraph-call.ts';
import { AnswerLines } from './answer-lines.ts';
import type { Logger } from './log.ts';
import type { Metrics } from './metrics.ts';
import { BATCH_PATH, type BatchedOperation, callOfOperation, GRAPHQL_PATH } from './operation-batch.ts';
import { traceReceived } from './tracing.ts';

export interface BatchRouteParts {
  readonly subgraph: Subgraph;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly bodyLimit: number;
  /** The operations of a batch that another process of ours has sent; throws what refuses it. */
  readonly operationsOf: (request: FastifyRequest) => readonly BatchedOperation[];
}

/**
 * Operations of many callers in one request. Each is executed, measured and traced as if it had come alone, and
 * answered as soon as it is done.
 */
export function registerBatches(server: FastifyInstance, parts: BatchRouteParts): void {
  const { subgraph, metrics, log, bodyLimit, operationsOf } = parts;

  async function execute(operation: BatchedOperation): Promise<unknown> {
    const startedAt = performance.now();
    const { query, operationName, variables, trace = {} } = operation;
    const call = callOfOperation(operation);
    const { correlationId } = call;
    let status = 500;
    try {
      const result = await traceReceived({ method: 'POST', route: GRAPHQL_PATH, correlationId, headers: trace }, () =>
        subgraph.execute({ query, operationName, variables }, call),
      );
      for (const { extensions } of result.errors ?? []) metrics.countRefusal(String(extensions.code));
      status = 200;
      return result;
    } finally {
      const seconds = (performance.now() - startedAt) / 1000;
      metrics.observeRequest({ method: 'POST', route: GRAPHQL_PATH, status, seconds });
    }
  }

  server.post(BATCH_PATH, { bodyLimit, config: { observedInParts: true } }, (request, reply) => {
    const operations = operationsOf(request);
    reply.hijack();
    const lines = new AnswerLines(reply.raw, operations.length);
    for (const [place, operation] of operations.entries()) {
      execute(operation).then(
        (result) => lines.add(place, result),
        (error: unknown) => {
          log.error({ err: error, correlationId: operation.call.correlationId }, 'operation failed');
          metrics.countRefusal('INTERNAL');
          lines.leaveOut();
        },
      );
    }
  });
}
