import { setImmediate as immediate } from 'node:timers/promises';
import type { Commit } from '../event-store/event-store.ts';

/** Conditions that handlers of commits must check. */
export interface Watch {
  /** Fencing token of the turn. */
  readonly fence?: number | undefined;
  /** Whether this process has the turn now. */
  isOurs(): boolean;
  /** Whether to leave the remaining commits for later or for another process. */
  isOver(): boolean;
}

export interface Progress {
  /** Position of the last commit handled. */
  readonly reached: number;
  /** Error of the next commit. */
  readonly failure?: { readonly cause: unknown };
  /** False if no commit had an effect, so that the checkpoint need not be saved each time. */
  readonly acted?: boolean;
  /** Whether the handler has saved the checkpoint in the transaction of its writes. */
  readonly isSaved?: boolean;
}

/** Work in memory never waits, so it would block the event loop as long as there are commits. */
const TURN_MS = 5;

/**
 * Handles commits in order; if one fails, reports the progress so far.
 * @param handle resolves with false if a commit has no effect
 * @param atOnce commits to handle at the same time, for a handler that allows any order among them
 */
export async function inOrder(
  commits: readonly Commit[],
  watch: Watch,
  handle: (commit: Commit) => Promise<unknown>,
  atOnce = 1,
): Promise<Progress> {
  let reached = 0;
  let acted = false;
  let turnBegan = performance.now();
  try {
    for (let next = 0; next < commits.length; next += atOnce) {
      if (performance.now() - turnBegan > TURN_MS) {
        await immediate();
        turnBegan = performance.now();
      }
      if (watch.isOver()) break;
      const some = commits.slice(next, next + atOnce);
      const effects = await Promise.allSettled(some.map(handle));
      // After all have ended, so that none still runs while the batch is repeated or the store is closed.
      for (const effect of effects) if (effect.status === 'rejected') throw effect.reason;
      acted ||= effects.some((effect) => effect.status === 'fulfilled' && effect.value !== false);
      reached = some.at(-1)?.position ?? reached;
    }
    return { reached, acted };
  } catch (cause) {
    return { reached, acted, failure: { cause } };
  }
}
