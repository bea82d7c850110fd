import { setTimeout as sleep } from 'node:timers/promises';

export interface PollOptions {
  readonly everyMs: number;
  /** How long to ask at most; for ever if none is given. */
  readonly withinMs?: number;
}

/** Asks again and again until there is an answer; undefined when the time is over. */
export async function poll<T>(ask: () => Promise<T | undefined>, options: PollOptions): Promise<T | undefined> {
  const { everyMs, withinMs = Number.POSITIVE_INFINITY } = options;
  for (let waited = 0; ; waited += everyMs) {
    const answer = await ask();
    if (answer !== undefined || waited >= withinMs) return answer;
    await sleep(everyMs);
  }
}
