import type { SubgraphCall } from '@volant/infra/graphql/subgraph-call';

/** Context of one operation in the federation. */
export interface CallContext {
  readonly call: SubgraphCall;
  /** Deadline by `performance.now()` at which the operation is aborted, over all its subgraph calls. */
  readonly deadline: number;
}
