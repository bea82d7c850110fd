import type { Language } from '@volant/infra/errors/domain-error';

/** Where a request comes from. */
export interface Caller {
  /** Address of the client; for limits only, never stored. */
  readonly address: string;
  readonly correlationId: string;
  /** Language of what is written to the person. */
  readonly language: Language;
  /** The same key sent again means the same request again. */
  readonly idempotencyKey: string | undefined;
}
