import type { Language } from '@volant/proto/text/languages';
import type { RuntimeConfig } from '../app/config.ts';

export interface FinishedPageInput {
  /** The pattern of a screen, as `documentAt` returns it. */
  readonly path: string;
  readonly language: Language;
  /** Scheme and host of the product, for absolute addresses. */
  readonly origin: string;
  /** The operator's settings. */
  readonly site: RuntimeConfig;
}
