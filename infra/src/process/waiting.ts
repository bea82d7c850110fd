import type { Logger } from './log.ts';
import { ServerUnreachable } from './server-errors.ts';

export interface WaitingParts {
  /** What an operator calls the server, such as `Kafka`. */
  readonly server: string;
  readonly log: Logger;
  /** Ends the waiting: the process shuts down. */
  readonly signal: AbortSignal;
  readonly pauses?: WaitingPauses;
}

export interface WaitingPauses {
  /** Pause after a first failure; doubled with each further one. */
  readonly firstMs: number;
  readonly longestMs: number;
  /** Between one line in the log and the next that says the same. */
  readonly sayAgainMs: number;
}

const PAUSES: WaitingPauses = { firstMs: 250, longestMs: 5_000, sayAgainMs: 30_000 };

/**
 * Opens a connection, waiting for a server that does not answer yet for as long
 * as it takes: which of a cluster's processes starts first is nobody's business.
 * Says so once, and again every half minute.
 * @throws whatever else `open` throws; the signal's reason when the waiting is ended
 */
export async function waitFor<T>(open: () => Promise<T>, parts: WaitingParts): Promise<T> {
  const { server, log, signal, pauses = PAUSES } = parts;
  let pause = pauses.firstMs;
  let saidAt: number | undefined;
  for (;;) {
    signal.throwIfAborted();
    try {
      const opened = await open();
      if (saidAt !== undefined) log.info({ server }, `${server} answers now`);
      return opened;
    } catch (error) {
      if (!(error instanceof ServerUnreachable)) throw error;
      if (saidAt === undefined || performance.now() - saidAt >= pauses.sayAgainMs) {
        saidAt = performance.now();
        log.warn({ server }, `waiting for ${error.message}`);
      }
      await sleep(pause, signal);
      pause = Math.min(pause * 2, pauses.longestMs);
    }
  }
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.reject(signal.reason);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done, { once: true });
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      if (signal.aborted) reject(signal.reason);
      else resolve();
    }
  });
}
