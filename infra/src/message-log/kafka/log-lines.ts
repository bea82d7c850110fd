import { LRUCache } from 'lru-cache';
import type { Logger } from '../../process/observability/log.ts';

/** A line of the client's own log. */
export interface KafkaLogLine {
  readonly namespace: string;
  readonly label: string;
  readonly log: { readonly message: string; readonly [field: string]: unknown };
}

/** Fields that locate an event. Others might contain data of a record. */
const FIELDS = ['broker', 'groupId', 'topic', 'partition', 'retryCount', 'error'] as const;
/** The client repeats its messages at every connection attempt; once a minute is enough. */
const REPEAT_AFTER_MS = 60_000;
const MAX_REMEMBERED = 200;

/**
 * Forwards the client's log. Errors there are attempts that will be retried: the code that gives up reports it itself.
 * So they are logged as warnings here.
 */
export function createKafkaLogLines(logger: Logger, now = () => Date.now()) {
  const saidAt = new LRUCache<string, number>({ max: MAX_REMEMBERED });

  function isNews(text: string): boolean {
    const before = saidAt.get(text);
    if (before !== undefined && now() - before < REPEAT_AFTER_MS) return false;
    saidAt.set(text, now());
    return true;
  }

  /** @param quiet logs at debug level only, because the caller is about to report the error better */
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
