import type { ApolloGateway } from '@apollo/gateway';
import type { SubgraphCall } from '@volant/infra/graphql/subgraph-call';
import { createLogger } from '@volant/infra/process/observability/log';
import { getOperationAST, parse } from 'graphql';
import type { FixedOperation } from '../supergraph/graph.ts';
import { TOKEN } from './canned-subgraphs.ts';

const log = createLogger({ name: 'test', level: 'silent' });

/** The call of a user with all permissions in the canned services. */
export const CALL: SubgraphCall = {
  token: TOKEN,
  language: 'en',
  clientAddress: '127.0.0.1',
  correlationId: 'test',
  idempotencyKey: undefined,
};

type RequestContext = Parameters<ApolloGateway['executor']>[0];

/** Makes @apollo/gateway plan and run an operation, as Apollo Server does. */
export async function federatedAnswer(
  gateway: ApolloGateway,
  { name, query }: FixedOperation,
  variables: Record<string, unknown>,
): Promise<unknown> {
  const document = parse(query);
  // The executor does not read the other properties of the type (caches, cache policy).
  const request = {
    request: { query, operationName: name, variables },
    source: query,
    operationName: name,
    document,
    operation: getOperationAST(document, name),
    queryHash: query,
    schema: gateway.schema,
    context: { call: CALL, deadline: performance.now() + 120_000 },
    logger: log,
    metrics: {},
  } as unknown as RequestContext;
  return gateway.executor(request);
}
