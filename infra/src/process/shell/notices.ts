import type { Logger } from '../observability/log.ts';

/** What an operator should change although the process works: it is logged once and shown by /ready. */
export interface Notices {
  tell(sentence: string): void;
  /** Removes a sentence that is no longer true. */
  withdraw(sentence: string): void;
  readonly told: ReadonlySet<string>;
}

/** Maximum number of notices, because strangers may cause them. */
const MAX_NOTICES = 16;

export function createNotices(log: Pick<Logger, 'warn'>): Notices {
  const told = new Set<string>();
  return {
    told,
    tell(sentence) {
      if (told.has(sentence) || told.size >= MAX_NOTICES) return;
      told.add(sentence);
      log.warn(sentence);
    },
    withdraw: (sentence) => void told.delete(sentence),
  };
}
