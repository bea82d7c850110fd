import { setImmediate as turn } from 'node:timers/promises';
import type { ExecutionResult } from 'graphql';
import { callOfProcess } from '../auth/assertion.ts';
import { DomainError } from '../errors/domain-error.ts';
import type { Subgraph, SubgraphCall, SubgraphRequest } from '../graphql/subgraph-call.ts';
import { Batcher } from './batcher.ts';
import type { InternalClient } from './internal-client.ts';
import type { Logger } from './log.ts';
import {
  BATCH_PATH,
  batchText,
  GRAPHQL_PATH,
  MOST_OPERATIONS,
  operationText,
  readAnswerLine,
} from './operation-batch.ts';
import { answered } from './remote-service.ts';
import { traceCall, traceHeaders } from './tracing.ts';

/** Characters of a batch. What is longer goes by itself. */
const CAPACITY = 256 * 1024;
/** Batches that nobody has begun to answer. With a second one, a slow operation keeps nobody waiting. */
const AT_ONCE = 2;
/** For which the others wait at most, where every batch under way is slow. */
const PATIENCE_MS = 5;
/** A service of an earlier version, which takes no batches, is replaced within minutes. */
const ALONE_MS = 30_000;
const NOT_FOUND = 404;

/** Undefined where the service did not answer it. */
type Outcome = ExecutionResult | 'takes no batches' | undefined;

/** What becomes of an operation; never rejects. */
interface Sent {
  readonly outcome: Promise<Outcome>;
}

/**
 * A service's part of the graph, where the service is another process. A request between processes (assertion, headers,
 * a turn of both event loops) costs more than what most operations ask for: so those that are asked for while others
 * are under way go together. Each keeps its own caller, trace, time limit and answer.
 */
export function createRemoteSubgraph(name: string, client: InternalClient, log: Logger): Subgraph {
  let aloneUntil = 0;
  const batches = new Batcher<string, Sent>({
    async work(operations) {
      const { begun, sent } = sendBatch(client, operations);
      await begun;
      return sent;
    },
    capacity: CAPACITY,
    weigh: ({ length }) => Math.max(length, CAPACITY / MOST_OPERATIONS),
    atOnce: AT_ONCE,
    gather: () => turn(),
  });

  async function execute(request: SubgraphRequest, call: SubgraphCall): Promise<Outcome> {
    const { outcome } = await batches.add(operationText(request, call, traceHeaders()));
    const result = await outcome;
    if (result !== undefined) return result;
    log.warn({ service: name, correlationId: call.correlationId }, 'operation was not answered');
    throw new DomainError('UNAVAILABLE', {}, 2);
  }

  return {
    name,
    async execute(request, call) {
      if (performance.now() >= aloneUntil) {
        const attributes = { 'peer.service': name, 'http.request.method': 'POST' };
        const result = await traceCall(`call ${name}`, attributes, () => execute(request, call));
        if (typeof result === 'object') return result;
        // Nothing of the batch was looked at.
        aloneUntil = performance.now() + ALONE_MS;
      }
      const body = JSON.stringify(request);
      return answered(await client.send({ method: 'POST', path: GRAPHQL_PATH, call, body })) as ExecutionResult;
    },
  };
}

function sendBatch(client: InternalClient, operations: readonly string[]) {
  const settle: ((outcome: Outcome) => void)[] = [];
  const sent = operations.map((): Sent => ({ outcome: new Promise((resolve) => settle.push(resolve)) }));
  const request = { method: 'POST', path: BATCH_PATH, call: callOfProcess(), body: batchText(operations) } as const;
  const begun = new Promise<void>((resolve) => {
    setTimeout(resolve, PATIENCE_MS);
    const answering = client.sendForLines(request, (line) => {
      const { place, result } = readAnswerLine(line);
      settle[place]?.(result as ExecutionResult);
      resolve();
    });
    answering
      .then(
        (status): Outcome => (status === NOT_FOUND ? 'takes no batches' : undefined),
        // The client has said why.
        () => undefined,
      )
      .then((outcome) => {
        for (const each of settle) each(outcome);
        resolve();
      });
  });
  return { begun, sent };
}
