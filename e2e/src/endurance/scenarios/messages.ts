import { setTimeout as sleep } from 'node:timers/promises';
import { readReport } from '../../api.ts';
import { sendEvents } from '../../event-load.ts';
import { type Cluster, onCluster, secondsSince } from '../cluster.ts';
import { activityTopic, deadKeys, forgetOffsets, publish } from '../kafka.ts';
import type { Scenario } from '../scenario.ts';

const EVENTS_FOR_EACH = 99;
const TOGETHER = 10;
const DEAD_WITHIN_MS = 120_000;

export const unreadable: Scenario = {
  name: 'unreadable',
  what: 'unreadable messages put into the topic between 99 times as many events',
  full: 1_000,
  unit: 'unreadable messages',
  run: (amount) =>
    onCluster(async (cluster) => {
      const { product, pages, caughtUp, outcome } = cluster;
      const keys = Array.from({ length: amount }, (_, number) => `junk-${number}`);
      let sending = true;
      const sent = sendEvents(product.running.analytics.origin(), pages, amount * EVENTS_FOR_EACH).finally(() => {
        sending = false;
      });
      for (let start = 0; start < amount; start += TOGETHER) {
        const messages = keys.slice(start, start + TOGETHER).map((key) => ({ key, value: key }));
        await publish(cluster, activityTopic(cluster), messages);
        if (sending) await sleep(100);
      }
      const acknowledged = await sent;
      await caughtUp();
      const dead = await deadKeys(cluster, amount, DEAD_WITHIN_MS);
      // A batch that is processed again may put the same message aside twice.
      const missing = keys.filter((key) => !dead.includes(key)).length;
      const others = dead.filter((key) => !keys.includes(key)).length;
      const problems = [
        ...(missing > 0 ? [`${missing} unreadable messages are not in the dead topic`] : []),
        ...(others > 0 ? [`${others} in the dead topic that could be read`] : []),
      ];
      return outcome({ acknowledged }, { figures: { 'in the dead topic': new Set(dead).size }, problems });
    }),
};

export const replay: Scenario = {
  name: 'replay',
  what: 'everything that ingest has read given to it again from offset 0',
  full: 100_000,
  unit: 'events',
  run: (amount) =>
    onCluster(
      async (cluster) => {
        const { product, pages, startIngest, caughtUp, outcome } = cluster;
        const first = startIngest();
        await first.ready;
        const acknowledged = await sendEvents(product.running.analytics.origin(), pages, amount);
        await caughtUp(first);
        const before = await reports(cluster);
        await first.stop();
        await forgetOffsets(cluster);
        const replayedAt = performance.now();
        const second = startIngest();
        await second.ready;
        await caughtUp(second);
        const seconds = secondsSince(replayedAt);
        const same = JSON.stringify(before) === JSON.stringify(await reports(cluster));
        const problems = same ? [] : ['the reports are not identical'];
        return outcome({ acknowledged }, { figures: { 'seconds the replay took': seconds }, problems });
      },
      { roles: 'collect,reports' },
    ),
};

function reports({ product, driver, pages }: Cluster): Promise<readonly unknown[]> {
  return Promise.all(pages.map((page) => readReport(product.origin, driver.token, page)));
}
