import type { Language } from '@volant/infra/errors/domain-error';

/** Origin of a request. */
export interface Caller {
  /** Client address; used for limits only, never stored. */
  readonly address: string;
  readonly correlationId: string;
  /** Language of messages to the person. */
  readonly language: Language;
  /** Requests with the same key are retries of one request. */
  readonly idempotencyKey: string | undefined;
}
