import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerName } from '../../../../scripts/servers/server.ts';
import { onCluster, secondsSince } from '../cluster.ts';
import type { Scenario } from '../scenario.ts';

/** Stops a server for so many minutes under load. */
function away(server: ServerName, what: string, minutes: number, drainedWithinMinutes: number): Scenario {
  return {
    name: `${server}-away`,
    what: `${what} stopped under 200 events/s`,
    full: minutes,
    unit: 'minutes',
    run: (amount) =>
      onCluster(async ({ servers, startLoad, drained, caughtUp, outcome }) => {
        const load = startLoad();
        await sleep(2_000);
        await servers.servers[server].stop();
        await sleep(amount * 60_000);
        await servers.servers[server].start();
        const backAt = performance.now();
        // The spool drains while the load continues at the same rate.
        await drained();
        await load.stop();
        await caughtUp();
        const seconds = secondsSince(backAt);
        const late = seconds > drainedWithinMinutes * 60 ? [`caught up after ${seconds} s`] : [];
        return outcome(load, { figures: { 'seconds until all was counted': seconds }, problems: late });
      }),
  };
}

export const kafkaAway = away('kafka', 'Kafka', 10, 5);
export const clickhouseAway = away('clickhouse', 'ClickHouse', 30, 10);
