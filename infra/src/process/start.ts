import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from './log.ts';

/** The start of a process, which may be interrupted. */
export interface Start {
  /** Aborts when the start is interrupted: ends waiting for servers. */
  readonly signal: AbortSignal;
  /**
   * Runs the start.
   * @throws what fails, unless it was interrupted: then it fails for that, and nobody needs to be told
   */
  run(work: () => Promise<void>): Promise<void>;
  /** Resolves once what was under way has ended, so that nothing is opened after the rest was closed. */
  interrupt(): Promise<void>;
}

/** A start that waits for something nobody has told to end is not waited for in turn. */
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
        // Whoever runs it is told.
      };
      await Promise.race([running?.catch(failed), sleep(waitMs, undefined, { ref: false })]);
    },
  };
}
