import type { Commit } from './event-store.ts';

/** @throws RangeError unless the positions rise and all lie after `head` */
export function checkRising(commits: readonly Commit[], head: number): void {
  let last = head;
  for (const { position } of commits) {
    if (!Number.isSafeInteger(position) || position <= last) {
      throw new RangeError(`commit ${position} cannot be restored behind ${last}`);
    }
    last = position;
  }
}
