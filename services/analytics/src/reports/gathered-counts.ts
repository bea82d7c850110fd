import type { Ownership } from './counted-events.ts';
import { MAX_LISTED } from './listed-ownerships.ts';

/** Answers in the order asked. */
export type CountOf<Counts> = (ownerships: readonly Ownership[]) => Promise<readonly Counts[]>;

/** Queries at a time. A second one spares a lone caller the wait for somebody else's. */
const MAX_RUNNING = 2;

interface Asked<Counts> {
  readonly ownerships: readonly Ownership[];
  readonly answer: (counts: readonly Counts[]) => void;
  readonly refuse: (error: unknown) => void;
}

/**
 * Counts for all callers of the process: who asks while queries run is gathered
 * with the others into the next one, since a query for fifty pages costs hardly
 * more than one for a single page. A count is never older than the question.
 */
export function gatherCounts<Counts>(count: CountOf<Counts>): CountOf<Counts> {
  const waiting: Asked<Counts>[] = [];
  let running = 0;

  async function run(): Promise<void> {
    running += 1;
    while (waiting.length > 0) await answer(takeTogether(waiting));
    running -= 1;
  }

  async function answer(together: readonly Asked<Counts>[]): Promise<void> {
    try {
      const counts = await count(together.flatMap(({ ownerships }) => ownerships));
      let from = 0;
      for (const asked of together) {
        asked.answer(counts.slice(from, from + asked.ownerships.length));
        from += asked.ownerships.length;
      }
    } catch (error) {
      for (const asked of together) asked.refuse(error);
    }
  }

  return (ownerships) => {
    // A long list would keep the others waiting.
    if (ownerships.length > MAX_LISTED) return count(ownerships);
    return new Promise((resolve, reject) => {
      waiting.push({ ownerships, answer: resolve, refuse: reject });
      if (running < MAX_RUNNING) void run();
    });
  };
}

/** The first in line and those behind it, up to what one query lists. */
function takeTogether<Counts>(waiting: Asked<Counts>[]): readonly Asked<Counts>[] {
  const together: Asked<Counts>[] = [];
  let pages = 0;
  for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
    pages += next.ownerships.length;
    if (together.length > 0 && pages > MAX_LISTED) break;
    together.push(next);
    waiting.shift();
  }
  return together;
}
