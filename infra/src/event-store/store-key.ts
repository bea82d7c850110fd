import type { Commit } from './event-store.ts';

const LONGEST_KEY = 1024;

/** Whether all adapters accept the text as a key. A store cannot hold data under any other text. */
export function isKey(key: string): boolean {
  return key !== '' && !key.includes('\0') && Buffer.byteLength(key) <= LONGEST_KEY;
}

/** @throws RangeError if an adapter does not accept the text as a key */
export function checkKey(key: string): void {
  if (!isKey(key)) throw new RangeError(`a key must have 1 to ${LONGEST_KEY} bytes and no null character`);
}

/** @throws RangeError unless the keys are valid, and the positions rise and all lie after `head` */
export function checkRestored(commits: readonly Commit[], head: number): void {
  let last = head;
  for (const { position, streamId, commandId } of commits) {
    checkKey(streamId);
    checkKey(commandId);
    if (!Number.isSafeInteger(position) || position <= last) {
      throw new RangeError(`commit ${position} cannot be restored behind ${last}`);
    }
    last = position;
  }
}
