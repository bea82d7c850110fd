import type { Logger } from '../observability/log.ts';

/** What an operator should change although the process works: it is logged once and shown by /ready. */
export interface Notices {
  tell(sentence: string): void;
  /** Removes a sentence that is no longer true. */
  withdraw(sentence: string): void;
  readonly sentences: ReadonlySet<string>;
}

/** Maximum number of notices, because strangers may cause them. */
const MAX_NOTICES = 16;

export function createNotices(log: Pick<Logger, 'warn'>): Notices {
  const sentences = new Set<string>();
  return {
    sentences,
    tell(sentence) {
      if (sentences.has(sentence) || sentences.size >= MAX_NOTICES) return;
      sentences.add(sentence);
      log.warn(sentence);
    },
    withdraw: (sentence) => void sentences.delete(sentence),
  };
}
