import type { ExecutionResult } from 'graphql';
import type { Viewer } from '../auth/viewer.ts';
import type { Language } from '../errors/domain-error.ts';

/** What a subgraph learns of the request behind an operation. */
export interface SubgraphCall {
  /** Bearer token as received, unverified; each service verifies it itself. */
  readonly token: string | undefined;
  readonly language: Language;
  /** Address of the client after trusted proxies; for rate limits only, never stored. */
  readonly clientAddress: string;
  readonly correlationId: string;
  readonly idempotencyKey: string | undefined;
}

/** What every resolver knows of an operation; a service adds what its own work with. */
export interface SubgraphContext {
  readonly call: SubgraphCall;
  /** Undefined without a token, and with one that is no longer good. */
  readonly viewer: Viewer | undefined;
}

/** Who a token stands for. */
export type VerifyToken = (token: string) => Promise<Viewer | undefined>;

export interface SubgraphRequest {
  readonly query: string;
  readonly operationName?: string | undefined;
  readonly variables?: Readonly<Record<string, unknown>> | undefined;
}

/** One service's part of the graph, wherever it runs. */
export interface Subgraph {
  readonly name: string;
  execute(request: SubgraphRequest, call: SubgraphCall): Promise<ExecutionResult>;
}
