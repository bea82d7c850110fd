import { setTimeout as sleep } from 'node:timers/promises';

export interface PollOptions {
  readonly everyMs: number;
  /** Maximum time to poll; unlimited by default. */
  readonly withinMs?: number;
}

/** Polls until there is an answer; undefined after the time limit. */
export async function poll<T>(ask: () => Promise<T | undefined>, options: PollOptions): Promise<T | undefined> {
  const { everyMs, withinMs = Number.POSITIVE_INFINITY } = options;
  for (let waited = 0; ; waited += everyMs) {
    const answer = await ask();
    if (answer !== undefined || waited >= withinMs) return answer;
    await sleep(everyMs);
  }
}
