import type { Language } from '@volant/proto/text/languages';
import type { ExecutionResult } from 'graphql';
import type { Viewer } from '../auth/viewer.ts';

/** The part of a client's request that subgraphs receive with an operation. */
export interface SubgraphCall {
  /** Bearer token as received, unverified; each service verifies it itself. */
  readonly token: string | undefined;
  readonly language: Language;
  /** Client address behind trusted proxies; for rate limits only, never stored. */
  readonly clientAddress: string;
  readonly correlationId: string;
  readonly idempotencyKey: string | undefined;
}

/** Context of every resolver; services extend it. */
export interface SubgraphContext {
  readonly call: SubgraphCall;
  /** Undefined without a token, or if the token is no longer valid. */
  readonly viewer: Viewer | undefined;
}

export type VerifyToken = (token: string) => Promise<Viewer | undefined>;

export interface SubgraphRequest {
  readonly query: string;
  readonly operationName?: string | undefined;
  readonly variables?: Readonly<Record<string, unknown>> | undefined;
}

/** One service's subgraph, in this process or another. */
export interface Subgraph {
  readonly name: string;
  execute(request: SubgraphRequest, call: SubgraphCall): Promise<ExecutionResult>;
}
