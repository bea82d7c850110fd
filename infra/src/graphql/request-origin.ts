import type { Language } from '@volant/proto/text/languages';
import type { SubgraphCall } from './subgraph-call.ts';

/** Origin of a request, as commands see it. */
export interface RequestOrigin {
  /** Client address; used for limits only, never stored. */
  readonly address: string;
  readonly correlationId: string;
  /** Language of messages to the person. */
  readonly language: Language;
  /** Requests with the same key are retries of one request. */
  readonly idempotencyKey: string | undefined;
}

export function originOf({ clientAddress, correlationId, language, idempotencyKey }: SubgraphCall): RequestOrigin {
  return { address: clientAddress, correlationId, language, idempotencyKey };
}
