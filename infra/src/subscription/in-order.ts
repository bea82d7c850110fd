import { setImmediate as immediate } from 'node:timers/promises';
import type { Commit } from '../event-store/event-store.ts';

/** What whoever handles commits has to keep an eye on. */
export interface Watch {
  /** Whether it is this process's turn at this very moment. */
  isOurs(): boolean;
  /** Whether the rest is to be left for later, or to whoever has the turn now. */
  isOver(): boolean;
}

export interface Progress {
  /** Position of the last commit handled. */
  readonly reached: number;
  /** Why the next one could not be. */
  readonly failure?: { readonly cause: unknown };
  /** False where these commits called for nothing, and passing them by need not be noted each time. */
  readonly acted?: boolean;
}

/** Work in memory never waits for anything, and would keep others from their turn for as long as there are commits. */
const TURN_MS = 5;

/**
 * Handles one commit after the other, and tells how far it came where one fails.
 * @param handle resolves with false where a commit calls for nothing
 */
export async function inOrder(
  commits: readonly Commit[],
  watch: Watch,
  handle: (commit: Commit) => Promise<unknown>,
): Promise<Progress> {
  let reached = 0;
  let acted = false;
  let turnBegan = performance.now();
  try {
    for (const commit of commits) {
      if (performance.now() - turnBegan > TURN_MS) {
        await immediate();
        turnBegan = performance.now();
      }
      if (watch.isOver()) break;
      if ((await handle(commit)) !== false) acted = true;
      reached = commit.position;
    }
    return { reached, acted };
  } catch (cause) {
    return { reached, acted, failure: { cause } };
  }
}
