import { Batcher } from '@volant/infra/process/batcher';
import type { Ownership } from './counted-events.ts';
import { MAX_LISTED } from './listed-ownerships.ts';

/** Answers in the order asked. */
export type CountOf<Counts> = (ownerships: readonly Ownership[]) => Promise<readonly Counts[]>;

/** Queries at a time. A second one spares a lone caller the wait for somebody else's. */
const MAX_RUNNING = 2;

/**
 * Counts for all callers of the process: who asks while queries run is gathered
 * with the others into the next one, since a query for fifty pages costs hardly
 * more than one for a single page. A count is never older than the question.
 */
export function gatherCounts<Counts>(count: CountOf<Counts>): CountOf<Counts> {
  const queries = new Batcher<readonly Ownership[], readonly Counts[]>({
    async work(asked) {
      const counts = await count(asked.flat());
      let from = 0;
      return asked.map(({ length }) => {
        from += length;
        return counts.slice(from - length, from);
      });
    },
    capacity: MAX_LISTED,
    weigh: ({ length }) => length,
    atOnce: MAX_RUNNING,
  });
  // A long list would keep the others waiting.
  return (ownerships) => (ownerships.length > MAX_LISTED ? count(ownerships) : queries.add(ownerships));
}
