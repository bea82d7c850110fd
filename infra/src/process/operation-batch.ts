import { z } from 'zod';
import type { SubgraphCall, SubgraphRequest } from '../graphql/subgraph-call.ts';
import { text } from '../text/outside-text.ts';

/**
 * How operations of several callers travel together from one process to another. The request is one JSON object, whose
 * assertion vouches for all that is in it; the answer has a line for each operation, as soon as that one is answered:
 * its place in the request, a space, and its result as JSON.
 */

/** Of one operation by itself. */
export const GRAPHQL_PATH = '/graphql';
export const BATCH_PATH = '/graphql/batch';
export const BATCH_TYPE = 'application/x-ndjson';
/** Of one batch. */
export const MOST_OPERATIONS = 64;

const batchedOperation = z.object({
  query: z.string(),
  operationName: z.string().optional(),
  variables: z.record(z.string(), z.unknown()).optional(),
  call: z.object({
    token: z.string().optional(),
    language: z.enum(['fr', 'en']),
    clientAddress: text(64),
    correlationId: text(64),
    idempotencyKey: text(128).optional(),
  }),
  /** Headers of its trace. */
  trace: z.record(z.string(), z.string()).optional(),
});

export const operationBatch = z.object({ operations: z.array(batchedOperation).min(1).max(MOST_OPERATIONS) });

export type BatchedOperation = Readonly<z.infer<typeof batchedOperation>>;

export function operationText(
  { query, operationName, variables }: SubgraphRequest,
  call: SubgraphCall,
  trace: Readonly<Record<string, string>>,
): string {
  const { token, language, clientAddress, correlationId, idempotencyKey } = call;
  const caller = { token, language, clientAddress, correlationId, idempotencyKey };
  return JSON.stringify({ query, operationName, variables, call: caller, trace });
}

export function batchText(operations: readonly string[]): string {
  return `{"operations":[${operations.join(',')}]}`;
}

export function callOfOperation({ call }: BatchedOperation): SubgraphCall {
  const { token, language, clientAddress, correlationId, idempotencyKey } = call;
  return { token, language, clientAddress, correlationId, idempotencyKey };
}

export function answerLine(place: number, result: unknown): string {
  return `${place} ${JSON.stringify(result)}\n`;
}

/** @throws where it is none of `answerLine` */
export function readAnswerLine(line: string): { readonly place: number; readonly result: unknown } {
  const space = line.indexOf(' ');
  return { place: Number(line.slice(0, space)), result: JSON.parse(line.slice(space + 1)) };
}
