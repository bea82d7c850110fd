import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../../scripts/servers/ports.ts';
import { eventually } from '../../api.ts';
import type { RunningProcess } from '../../processes.ts';
import { readMetric } from '../../stored-events.ts';
import { onCluster } from '../cluster.ts';
import type { Scenario } from '../scenario.ts';

/** Kafka considers a killed group member alive for this long, and does not reassign its partitions. */
const NOTICED_WITHIN_MS = 120_000;
const DUPLICATES = 0.05;
/** A random moment within an insert or a commit. */
const somewhere = () => sleep(Math.random() * 1_000);

/** Waits until ingest has stored something, which shows that it has partitions. */
async function atWork(ingest: RunningProcess): Promise<void> {
  const inserts = () => readMetric(ingest, 'ingest_batch_rows_count');
  await eventually(inserts, (count) => count > 0, NOTICED_WITHIN_MS);
}

export const ingestKills: Scenario = {
  name: 'ingest-kills',
  what: 'of two processes that ingest, one killed (-9) under 200 events/s, 5 % of them sent twice',
  full: 200,
  unit: 'kills',
  run: (kills, say) =>
    onCluster(async ({ startIngest, startLoad, caughtUp, outcome }) => {
      let ingest = startIngest();
      await ingest.ready;
      const load = startLoad({ duplicates: DUPLICATES });
      for (let kill = 1; kill <= kills; kill += 1) {
        await atWork(ingest);
        await somewhere();
        await ingest.kill();
        ingest = startIngest();
        await ingest.ready;
        say(`kill ${kill} of ${kills}; ${load.acknowledged.size} events answered 202`);
      }
      await atWork(ingest);
      await load.stop();
      await caughtUp();
      return outcome(load, {});
    }),
};

export const collectKills: Scenario = {
  name: 'collect-kills',
  what: 'collect killed (-9) under 200 events/s, 5 % of them sent twice, every tenth time while Kafka is away',
  full: 100,
  unit: 'kills',
  run: (kills, say) =>
    onCluster(async ({ servers, startCollect, startLoad, drained, caughtUp, outcome }) => {
      const PORT = String(await freePort());
      let collect = startCollect({ PORT });
      await collect.ready;
      const origin = collect.origin();
      const load = startLoad({ origin: () => origin, duplicates: DUPLICATES });
      const spooled = () => readMetric(collect, 'collect_spool_bytes');
      let onDisk = 0;
      for (let kill = 1; kill <= kills; kill += 1) {
        const before = load.acknowledged.size;
        await eventually(
          async () => load.acknowledged.size,
          (size) => size > before,
          NOTICED_WITHIN_MS,
        );
        // During these kills, answered events are only on the spool's disk.
        const kafkaAway = kill % 10 === 1;
        if (kafkaAway) {
          await servers.servers.kafka.stop();
          onDisk += await eventually(spooled, (bytes) => bytes > 10_000, NOTICED_WITHIN_MS);
        }
        await somewhere();
        await collect.kill();
        collect = startCollect({ PORT });
        if (kafkaAway) await servers.servers.kafka.start();
        await collect.ready;
        say(`kill ${kill} of ${kills}; ${load.acknowledged.size} events answered 202`);
      }
      await drained(collect);
      await load.stop();
      await drained(collect);
      await caughtUp();
      return outcome(load, { figures: { 'bytes in the spool at kills': onDisk } });
    }),
};
