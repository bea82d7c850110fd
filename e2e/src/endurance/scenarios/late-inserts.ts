import { eventually } from '../../api.ts';
import { onCluster } from '../cluster.ts';
import type { Scenario } from '../scenario.ts';
import { type LateInserts, startLateInserts } from '../written-but-late.ts';

const WITHIN_MS = 10 * 60_000;

export const lateInserts: Scenario = {
  name: 'late-inserts',
  what: 'inserts that ClickHouse had written answered with a time-out, with a cut connection, or not at all',
  full: 500,
  unit: 'inserts',
  async run(amount, say) {
    let late: LateInserts | undefined;
    try {
      return await onCluster(
        async ({ startLoad, caughtUp, outcome }) => {
          const load = startLoad({ duplicates: 0.05 });
          late?.misbehave(true);
          let reported = 0;
          const faults = async () => {
            const count = late?.faults() ?? 0;
            if (count >= reported + 10)
              say(`${count} inserts of ${amount}; ${load.acknowledged.size} events answered 202`);
            reported = Math.max(reported, count - (count % 10));
            return count;
          };
          await eventually(faults, (count) => count >= amount, WITHIN_MS + amount * 10_000);
          late?.misbehave(false);
          await load.stop();
          await caughtUp();
          return outcome(load, { figures: { 'inserts answered otherwise than they went': await faults() } });
        },
        {
          async inFront(addresses) {
            late = await startLateInserts(addresses.clickhouse.url);
            return { ...addresses, clickhouse: { ...addresses.clickhouse, url: late.url } };
          },
        },
      );
    } finally {
      await late?.close();
    }
  },
};
