import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { storedEvents } from '../../stored-events.ts';
import { onCluster } from '../cluster.ts';
import { cutLog } from '../cut-log.ts';
import { activityTopic } from '../kafka.ts';
import type { Scenario } from '../scenario.ts';
import { atWork } from './kills.ts';

const CUT_MS = 1_000;
/** Long enough that no consumer has read the removed records. */
const BEHIND_MS = 3_000;
const BETWEEN_MS = 5_000;

export const lostSecond: Scenario = {
  name: 'lost-second',
  what: 'the one broker killed (-9) and the last second cut from its log, which it had acknowledged; every other time ingest was frozen before, so that nobody had read it',
  full: 20,
  unit: 'cuts',
  run: (cuts, say) =>
    onCluster(
      async (cluster) => {
        const { servers, directory, settings, startIngest, startLoad, drained, caughtUp, outcome } = cluster;
        const ingest = startIngest();
        await ingest.ready;
        const load = startLoad();
        const gone = new Set<string>();
        let records = 0;
        for (let cut = 1; cut <= cuts; cut += 1) {
          await atWork(ingest);
          await sleep(BETWEEN_MS);
          const unread = cut % 2 === 1;
          if (unread) {
            process.kill(ingest.pid, 'SIGSTOP');
            await sleep(BEHIND_MS);
          }
          await servers.servers.kafka.kill();
          const lost = await cutLog(path.join(directory, 'kafka/data/log'), activityTopic(cluster), CUT_MS);
          records += lost.records;
          for (const id of lost.ids) gone.add(id);
          await servers.servers.kafka.start();
          if (unread) process.kill(ingest.pid, 'SIGCONT');
          say(`cut ${cut} of ${cuts}: ${lost.records} records; ${load.acknowledged.size} events answered 202`);
        }
        await sleep(BETWEEN_MS);
        await drained();
        await load.stop();
        await drained();
        await caughtUp(ingest);

        const stored = await storedEvents(servers.addresses.clickhouse, settings.VOLANT_CLICKHOUSE_DATABASE ?? '');
        const isGone = (id: string) => gone.has(id) && !stored.has(id);
        const kept = new Map([...load.acknowledged].filter(([id]) => !isGone(id)));
        const lostWithLog = load.acknowledged.size - kept.size;
        const cutAndAnswered = [...load.acknowledged.keys()].filter((id) => gone.has(id)).length;
        const rest = await outcome({ ...load, acknowledged: kept }, {});
        return {
          ...rest,
          problems: records === 0 ? [...rest.problems, 'there was nothing to cut'] : rest.problems,
          answered202: load.acknowledged.size,
          lost: (rest.lost ?? 0) + lostWithLog,
          figures: {
            ...rest.figures,
            'records cut': records,
            'events of these that were answered 202': cutAndAnswered,
            'lost with the log': lostWithLog,
            'lost besides': rest.lost ?? 0,
          },
        };
      },
      { roles: 'collect,reports' },
    ),
};
