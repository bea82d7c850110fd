import type { RuntimeConfig } from '../app/config.ts';
import type { Language } from '../i18n/language.ts';

export interface FinishedPageInput {
  /** The pattern of a screen, as `documentAt` names it. */
  readonly path: string;
  readonly language: Language;
  /** Scheme and host of the product, for the addresses other sites are given. */
  readonly origin: string;
  /** What of the site belongs to its operator. */
  readonly site: RuntimeConfig;
}
