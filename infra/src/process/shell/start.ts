import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../observability/log.ts';

/** The start of a process, which may be interrupted. */
export interface Start {
  /** Aborts when the start is interrupted, which ends waiting for servers. */
  readonly signal: AbortSignal;
  /**
   * Runs the start.
   * @throws its error, unless the start was interrupted
   */
  run(work: () => Promise<void>): Promise<void>;
  /** Resolves once the interrupted start has ended, so that it opens nothing after the rest was closed. */
  interrupt(): Promise<void>;
}

/** Limit for waiting on a start that cannot be interrupted. */
const WAIT_MS = 5_000;

export function createStart(log: Logger, waitMs = WAIT_MS): Start {
  const interruption = new AbortController();
  let running: Promise<void> | undefined;
  return {
    signal: interruption.signal,
    async run(work) {
      running = work().catch((error: unknown) => {
        if (!interruption.signal.aborted) throw error;
        log.debug({ err: error }, 'the start was interrupted');
      });
      await running;
    },
    async interrupt() {
      interruption.abort(new Error('shutting down'));
      const failed = () => {
        // `run` reports the failure.
      };
      await Promise.race([running?.catch(failed), sleep(waitMs, undefined, { ref: false })]);
    },
  };
}
