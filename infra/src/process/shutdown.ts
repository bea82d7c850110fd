import type { Logger } from './log.ts';

export interface ShutdownParts {
  readonly log: Logger;
  /** After this time the process ends with code 1, whatever still runs. */
  readonly timeoutMs: number;
  /** Ends the process; replaced in tests. */
  readonly exit?: (code: number) => void;
}

export interface Shutdown {
  /** Adds a step. Steps run one after the other, in the order added: first what takes requests, last what stores. */
  add(name: string, stop: () => Promise<void> | void): void;
  /** Shuts down at SIGTERM and SIGINT; a second signal ends the process at once. */
  listen(): void;
  /** Runs the steps once, however often it is called, and ends the process. */
  run(reason: string): Promise<void>;
}

/** The ordered end of a process. A step that fails is logged and does not keep the others from running. */
export function createShutdown({ log, timeoutMs, exit = (code) => process.exit(code) }: ShutdownParts): Shutdown {
  const steps: { readonly name: string; readonly stop: () => Promise<void> | void }[] = [];
  let running: Promise<void> | undefined;

  async function stopAll(reason: string): Promise<void> {
    log.info({ reason }, 'shutting down');
    let current = '';
    const deadline = setTimeout(() => {
      log.error({ step: current, timeoutMs }, 'shutdown takes too long; ending without it');
      exit(1);
    }, timeoutMs);
    let code = 0;
    for (const { name, stop } of steps) {
      current = name;
      try {
        await stop();
      } catch (error) {
        code = 1;
        log.error({ err: error, step: name }, 'a step of the shutdown failed');
      }
    }
    clearTimeout(deadline);
    log.info('shut down');
    exit(code);
  }

  function run(reason: string): Promise<void> {
    running ??= stopAll(reason);
    return running;
  }

  return {
    add(name, stop) {
      steps.push({ name, stop });
    },
    listen() {
      for (const signal of ['SIGTERM', 'SIGINT'] as const) {
        process.on(signal, () => {
          if (running !== undefined) {
            log.warn({ signal }, 'second signal; ending at once');
            exit(1);
            return;
          }
          void run(signal);
        });
      }
    },
    run,
  };
}
