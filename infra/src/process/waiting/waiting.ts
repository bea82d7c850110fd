import type { Logger } from '../observability/log.ts';
import { ServerUnreachable } from '../settings/server-errors.ts';
import { poll } from './poll.ts';
import { retry } from './retry.ts';

export interface WaitingParts {
  /** Name shown to operators, such as `Kafka`. */
  readonly server: string;
  readonly log: Logger;
  /** Aborts waiting when the process shuts down. */
  readonly signal: AbortSignal;
  readonly pauses?: WaitingPauses;
}

export interface WaitingPauses {
  /** Pause after the first failure; doubles with each further one. */
  readonly firstMs: number;
  readonly longestMs: number;
  /** Interval between log lines with the same message. */
  readonly sayAgainMs: number;
}

const LOOK_AGAIN_MS = 1_000;
const PAUSES: WaitingPauses = { firstMs: 250, longestMs: 5_000, sayAgainMs: 30_000 };

/**
 * Opens a connection, waiting as long as it takes if the server does not answer yet, so that the processes of a cluster
 * may start in any order. Logs this once, and again every half minute.
 * @throws any other error of `open`; the signal's reason if waiting is aborted
 */
export async function waitFor<T>(open: () => Promise<T>, parts: WaitingParts): Promise<T> {
  const { server, log, signal, pauses = PAUSES } = parts;
  const say = nowAndThen(pauses.sayAgainMs);
  const opened = await retry(open, {
    firstRetryMs: pauses.firstMs,
    longestRetryMs: pauses.longestMs,
    signal,
    isFinal: (error) => !(error instanceof ServerUnreachable),
    onFailure: (error) => say(() => log.warn({ server }, `waiting for ${(error as Error).message}`)),
  });
  if (say.said()) log.info({ server }, `${server} answers now`);
  return opened;
}

/** Resolves once nothing is missing, logging now and then while it waits. */
export async function waitUntilNone(
  missing: () => Promise<readonly string[]>,
  { message, log, signal }: { readonly message: string; readonly log: Logger; readonly signal: AbortSignal },
): Promise<void> {
  const say = nowAndThen(PAUSES.sayAgainMs);
  await poll(
    async () => {
      signal.throwIfAborted();
      const names = await missing();
      if (names.length === 0) return true;
      say(() => log.warn({ missing: names }, message));
      return undefined;
    },
    { everyMs: LOOK_AGAIN_MS },
  );
}

/** Runs its argument the first time, and then at most once per interval. */
function nowAndThen(everyMs: number) {
  let saidAt: number | undefined;
  const say = (saying: () => void) => {
    if (saidAt !== undefined && performance.now() - saidAt < everyMs) return;
    saidAt = performance.now();
    saying();
  };
  return Object.assign(say, { said: () => saidAt !== undefined });
}
