import type { Logger } from '../observability/log.ts';
import { OperatorError } from '../settings/server-errors.ts';
import { killThisProcess } from './forced-end.ts';
import { exitCodeOf, printProblem } from './print-problem.ts';

export interface ShutdownParts {
  readonly log: Logger;
  /** After this time the process is killed, whatever is still running. */
  readonly timeoutMs: number;
  /** Ends the process once everything is closed; replaced in tests. */
  readonly exit?: (code: number) => void;
  /** Ends the process whatever is open; replaced in tests. */
  readonly kill?: () => void;
}

const ONE_SIGNAL_MS = 2_000;
/** Time to write the last log lines. */
const FLUSH_MS = 200;

/**
 * Ends a process in order. A failed step is logged and does not prevent the others.
 *
 * `process.exit` is called only after every step is done. It waits for libuv's threads, one of which may wait for a disk
 * that does not answer; so any earlier end is a kill (ADR 13).
 */
export function createShutdown(parts: ShutdownParts) {
  const { log, timeoutMs, exit = (code) => process.exit(code), kill = killThisProcess } = parts;
  const steps: { readonly name: string; readonly stop: () => Promise<void> | void }[] = [];
  let running: Promise<void> | undefined;
  let current = '';
  let killing = false;

  function endAtOnce(): void {
    if (killing) return;
    killing = true;
    setTimeout(kill, FLUSH_MS);
  }

  async function stopAll(reason: string, code: number): Promise<void> {
    log.info({ reason }, 'shutting down');
    const deadline = setTimeout(() => {
      log.error({ step: current, timeoutMs }, 'shutdown takes too long; ending without it');
      endAtOnce();
    }, timeoutMs);
    let failed = false;
    for (const { name, stop } of steps) {
      current = name;
      try {
        await stop();
      } catch (error) {
        failed = true;
        log.error({ err: error, step: name }, 'a step of the shutdown failed');
      }
    }
    clearTimeout(deadline);
    if (killing) return;
    log.info('shut down');
    // Resources left open by a failed step could keep `process.exit` from returning.
    if (failed) endAtOnce();
    else exit(code);
  }

  /** Runs the steps once, even if called again, and ends the process: with this code, or 1 if a step failed. */
  function run(reason: string, code = 0): Promise<void> {
    running ??= stopAll(reason, code);
    return running;
  }

  return {
    /** Adds a step. Steps run one after the other, in the order added: intake first, stores last. */
    add(name: string, stop: () => Promise<void> | void): void {
      steps.push({ name, stop });
    },
    /**
     * Shuts down at SIGTERM and SIGINT, and with an exit code after an uncaught error. Signals within two seconds count as
     * one: a terminal signals a whole group, and npm forwards the signal again. A later signal kills the process.
     */
    listen(): void {
      let signalledAt: number | undefined;
      for (const signal of ['SIGTERM', 'SIGINT'] as const) {
        process.on(signal, () => {
          const now = performance.now();
          signalledAt ??= now;
          if (now - signalledAt < ONE_SIGNAL_MS) {
            void run(signal);
            return;
          }
          log.warn({ signal, step: current }, 'second signal; ending at once');
          endAtOnce();
        });
      }
      process.on('uncaughtException', (error) => {
        const isKnown = error instanceof OperatorError;
        if (!isKnown) log.fatal({ err: error, step: current }, 'nobody has caught this error');
        else if (running === undefined) printProblem(error);
        if (running === undefined) void run('an error', exitCodeOf(error));
        // Several parts may meet the same problem of the operator.
        else if (!isKnown) endAtOnce();
      });
    },
    run,
  };
}
