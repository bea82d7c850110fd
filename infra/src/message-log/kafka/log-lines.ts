import { LRUCache } from 'lru-cache';
import type { Logger } from '../../process/log.ts';

/** A line of the client's own log. */
export interface KafkaLogLine {
  readonly namespace: string;
  readonly label: string;
  readonly log: { readonly message: string; readonly [field: string]: unknown };
}

/** Fields that say where something happened. Others might hold what was in a record. */
const FIELDS = ['broker', 'groupId', 'topic', 'partition', 'retryCount', 'error'] as const;
/** The client says the same at every attempt to reach a server; once a minute is enough for a person. */
const REPEAT_AFTER_MS = 60_000;
const MAX_REMEMBERED = 200;

/**
 * Passes the client's log on. What it calls an error is an attempt that it will
 * repeat: whoever gives up says so itself, so here it is a warning.
 */
export function createKafkaLogLines(logger: Logger, now = () => Date.now()) {
  const saidAt = new LRUCache<string, number>({ max: MAX_REMEMBERED });

  function isNews(text: string): boolean {
    const before = saidAt.get(text);
    if (before !== undefined && now() - before < REPEAT_AFTER_MS) return false;
    saidAt.set(text, now());
    return true;
  }

  /** @param quiet says it to nobody but who debugs: somebody else is about to tell it better */
  return ({ namespace, label, log }: KafkaLogLine, quiet: boolean): void => {
    const fields: Record<string, unknown> = { namespace };
    for (const field of FIELDS) {
      const value = log[field];
      if (typeof value === 'string' || typeof value === 'number') fields[field] = value;
    }
    const serious = !quiet && (label === 'ERROR' || label === 'WARN');
    if (serious && isNews(`${namespace} ${log.message}`)) logger.warn(fields, `kafka client: ${log.message}`);
    else logger.debug(fields, `kafka client: ${log.message}`);
  };
}
