import type { Logger } from './log.ts';
import { poll } from './poll.ts';
import { retry } from './retry.ts';
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

const LOOK_AGAIN_MS = 1_000;
const PAUSES: WaitingPauses = { firstMs: 250, longestMs: 5_000, sayAgainMs: 30_000 };

/**
 * Opens a connection, waiting for a server that does not answer yet for as long
 * as it takes: which of a cluster's processes starts first is nobody's business.
 * Says so once, and again every half minute.
 * @throws whatever else `open` throws; the signal's reason when the waiting is ended
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

/** Resolves once nothing is missing any more, saying now and then that it waits; an outage is waited out as well. */
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

/** Says something at once, and again when so long has passed. */
function nowAndThen(everyMs: number) {
  let saidAt: number | undefined;
  const say = (saying: () => void) => {
    if (saidAt !== undefined && performance.now() - saidAt < everyMs) return;
    saidAt = performance.now();
    saying();
  };
  return Object.assign(say, { said: () => saidAt !== undefined });
}
