import { setTimeout as sleep } from 'node:timers/promises';
import { isUnavailable } from '../errors/domain-error.ts';
import type { Logger } from '../process/observability/log.ts';
import { retry } from '../process/waiting/retry.ts';
import type { Copied } from '../views/view-store.ts';
import type { Follower, MessageLog } from './message-log.ts';

interface FollowingParts {
  readonly messageLog: Pick<MessageLog, 'behind' | 'identity'>;
  readonly topic: string;
  /** Name of the view. */
  readonly name: string;
  /** If the view is a copy on disk. */
  readonly copied: Copied | undefined;
  readonly checkpoint: (partition: number) => Promise<number>;
  readonly follow: () => Promise<Follower>;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

export type Following = ReturnType<typeof startFollowing>;

const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 2_000;
/** A start does not wait longer for the changes that its copy lacks. */
const COPY_CATCHES_UP_WITHIN_MS = 10_000;
/** How often a copy notes that it is up to date. */
const HOLD_EVERY_MS = 10 * 60_000;

/** Feeds a view of this process alone, as soon as the log answers. */
export function startFollowing(parts: FollowingParts) {
  const { messageLog, topic, name, copied, checkpoint, follow, log, signal } = parts;
  const pause = (ms: number) => sleep(ms, undefined, { signal, ref: false }).catch(() => {});
  let onAway = () => {};
  const away = new Promise<false>((resolve) => {
    onAway = () => resolve(false);
  });

  async function begin(): Promise<Follower> {
    if (copied !== undefined) await copied.begin(await messageLog.identity());
    return follow();
  }

  async function catchUp(): Promise<true> {
    await (await beginning).caughtUp;
    await copied?.hold();
    return true;
  }

  async function keepHolding(held: Copied): Promise<void> {
    await pause(HOLD_EVERY_MS);
    while (!signal.aborted) {
      try {
        if ((await messageLog.behind(topic, checkpoint)) === 0) await held.hold();
      } catch (error) {
        log.debug({ err: error, view: name }, 'whether the copy is up to date is not known');
      }
      await pause(HOLD_EVERY_MS);
    }
  }

  const beginning = retry(begin, {
    firstRetryMs: FIRST_RETRY_MS,
    longestRetryMs: LONGEST_RETRY_MS,
    signal,
    isFinal: (error) => !isUnavailable(error) && copied?.isWhole() !== true,
    onFailure: () => onAway(),
  });
  const caughtUp = catchUp();
  const fed = caughtUp.then(
    () => copied && keepHolding(copied),
    (error: unknown) => {
      if (!signal.aborted) log.error({ err: error, view: name, topic }, 'view is not fed');
    },
  );

  async function start(): Promise<void> {
    if (copied?.isWhole() !== true) return void (await caughtUp);
    const late = pause(COPY_CATCHES_UP_WITHIN_MS).then(() => false);
    if (!(await Promise.race([caughtUp, away, late]))) {
      log.warn({ view: name, topic }, 'starts with its copy of the topic as it is');
    }
  }

  return {
    /** Resolves once the view holds what the topic held at the start, or can do without: a whole copy can. */
    started: start(),
    /** Call it after the signal has aborted. */
    async stop(): Promise<void> {
      const follower = await beginning.catch(() => undefined);
      await follower?.stop();
      await fed;
    },
  };
}
