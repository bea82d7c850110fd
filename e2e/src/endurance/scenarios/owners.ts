import { setTimeout as sleep } from 'node:timers/promises';
import { onCluster } from '../cluster.ts';
import type { Scenario } from '../scenario.ts';
import { atWork } from './kills.ts';

/** Longer than the session timeout, after which a group member's partitions are reassigned. */
const FROZEN_MS = 25_000;

export const twoOwners: Scenario = {
  name: 'two-owners',
  what: 'of two processes that ingest, one frozen (SIGSTOP) in the middle for 25 s, until its partitions were the other’s, then let go on in the belief that they are its own',
  full: 50,
  unit: 'freezes',
  atOnce: 10,
  run: (freezes, say) =>
    onCluster(async ({ startIngest, startLoad, caughtUp, outcome }) => {
      const load = startLoad({ duplicates: 0.05 });
      let ingest = startIngest();
      await ingest.ready;
      for (let freeze = 1; freeze <= freezes; freeze += 1) {
        await atWork(ingest);
        await sleep(Math.random() * 1_000);
        process.kill(ingest.pid, 'SIGSTOP');
        await sleep(FROZEN_MS);
        process.kill(ingest.pid, 'SIGCONT');
        // It notices and rejoins the group; every third time another process replaces it.
        await sleep(2_000 + Math.random() * 3_000);
        if (freeze % 3 === 0) {
          await ingest.stop();
          ingest = startIngest();
          await ingest.ready;
        }
        say(`freeze ${freeze} of ${freezes}; ${load.acknowledged.size} events answered 202`);
      }
      await load.stop();
      await caughtUp();
      return outcome(load, {});
    }),
};
