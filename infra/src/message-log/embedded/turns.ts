import { once } from 'node:events';
import pLimit, { type LimitFunction } from 'p-limit';

/** Lets the members of each group read one after the other, in order of arrival. */
export function createTurns() {
  const groups = new Map<string, LimitFunction>();
  /** Runs `read` in its turn; resolves at once if the signal aborts before that. */
  return async (group: string, signal: AbortSignal, read: () => Promise<void>): Promise<void> => {
    const inTurn = groups.get(group) ?? pLimit(1);
    groups.set(group, inTurn);
    let reading: Promise<void> | undefined;
    const turn = inTurn(() => {
      if (!signal.aborted) reading = read();
      return reading;
    });
    await Promise.race([turn, once(signal, 'abort').then(() => reading)]);
  };
}
