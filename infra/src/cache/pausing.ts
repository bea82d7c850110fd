import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../process/observability/log.ts';
import { OperatorError } from '../process/settings/server-errors.ts';
import { poll } from '../process/waiting/poll.ts';
import type { Cache } from './cache.ts';
import { announce, countAnnounced, isAnnounced, type Presence } from './presence.ts';

/** Work of any number of processes, and the request of one command that all of them pause. */
export interface Pause {
  /** Announced by processes that do the work. */
  readonly work: string;
  /** Announced by the command. */
  readonly request: string;
}

export interface PausableParts {
  readonly cache: Cache;
  readonly pause: Pause;
  /** Begins the work, or continues it. */
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
  readonly log: Logger;
  readonly lookMs?: number;
}

const LOOK_MS = 2_000;
const WATCH_MS = 1_000;
/** Time for every process to see the request and to end what it does. */
const PAUSED_WITHIN_MS = 60_000;

export type Pausable = Awaited<ReturnType<typeof startPausable>>;

/**
 * Starts work that pauses while a command requests it, also if the command came first. While the cache is away, nothing
 * changes.
 */
export async function startPausable({ lookMs = LOOK_MS, ...parts }: PausableParts) {
  const { cache, pause, start, stop, log } = parts;
  const ending = new AbortController();
  let presence: Presence | undefined;
  let isPaused = false;

  async function look(): Promise<void> {
    isPaused = await isAnnounced(cache, pause.request).catch((error: unknown) => {
      log.debug({ err: error }, 'no request can be read');
      return isPaused;
    });
    if (!isPaused && presence === undefined) {
      presence = await announce(cache, pause.work, log);
      await start();
    } else if (isPaused && presence !== undefined) {
      log.info({ work: pause.work, request: pause.request }, 'paused');
      await stop();
      await presence.end();
      presence = undefined;
    }
  }

  async function keepLooking(): Promise<void> {
    while (!ending.signal.aborted) {
      await sleep(lookMs, undefined, { signal: ending.signal, ref: false }).catch(() => {});
      if (ending.signal.aborted) return;
      await look().catch((error: unknown) => log.error({ err: error, work: pause.work }, 'cannot pause or continue'));
    }
  }

  await look();
  const looking = keepLooking();
  return {
    /** Ends the work, paused or not, by `last`, which is called when no pause begins or ends any more. */
    async end(last: () => Promise<void>): Promise<void> {
      ending.abort();
      await looking;
      await last();
      await presence?.end();
    },
  };
}

/**
 * Runs a command's part while no process does the work.
 * @throws OperatorError if the processes do not pause, if another command requests it, or if one of them worked meanwhile
 */
export async function whilePaused<T>(
  cache: Cache,
  { work, request }: Pause,
  { log, withinMs = PAUSED_WITHIN_MS }: { readonly log: Logger; readonly withinMs?: number },
  run: () => Promise<T>,
): Promise<T> {
  if (await isAnnounced(cache, request)) throw new OperatorError(`Another process requests a pause for ${request}.`);
  const presence = await announce(cache, request, log);
  let disturbed: string | undefined;
  const watch = setInterval(() => {
    countAnnounced(cache, work).then(
      (count) => {
        if (count > 0) disturbed ??= `${count} with the work ${work} of Volant did not pause`;
      },
      () => {
        disturbed ??= 'the cache, in which processes say that they pause, did not answer';
      },
    );
  }, WATCH_MS);
  try {
    const isStill = async () => ((await countAnnounced(cache, work)) === 0 ? true : undefined);
    if ((await poll(isStill, { everyMs: WATCH_MS / 4, withinMs })) === undefined) {
      throw new OperatorError(`Processes with the work ${work} of Volant do not pause: see their logs.`);
    }
    disturbed = undefined;
    const result = await run();
    if (disturbed === undefined && (await isStill()) === undefined) disturbed = `a process with the work ${work} began`;
    if (disturbed !== undefined) throw new OperatorError(`Somebody wrote meanwhile: ${disturbed}.`);
    return result;
  } finally {
    clearInterval(watch);
    await presence.end();
  }
}
