import type { SubgraphCall } from '@volant/infra/graphql/subgraph-call';

/** What goes along with one operation through the federation. */
export interface CallContext {
  readonly call: SubgraphCall;
  /** `performance.now()` past which the operation gives up, over all its hops. */
  readonly deadline: number;
}
