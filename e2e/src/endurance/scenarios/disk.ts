import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPage, eventually, pageIsKnown, readReport, signUp } from '../../api.ts';
import { type EventLoad, startEventLoad } from '../../event-load.ts';
import { startProduct } from '../../product.ts';
import { onCluster, PER_SECOND, secondsSince } from '../cluster.ts';
import { compareReport } from '../oracle.ts';
import type { Outcome, Scenario } from '../scenario.ts';
import { openSmallDisk, withoutSmallDisk } from '../small-disk.ts';

const SPOOL_DISK_MB = 16;
const DATA_DISK_MB = 512;
/** Space for some seconds of events. */
const LEFT_BYTES = 300_000;
const WITHIN_MS = 120_000;
const STAYS_FULL_MS = 5_000;

const refused = ({ refusals }: EventLoad) => refusals.get(503) ?? 0;

/** Fills the disk this many times, each time until events are refused, and then frees it until they are accepted. */
async function fillAndFree(
  times: number,
  disk: Awaited<ReturnType<typeof openSmallDisk>>,
  load: EventLoad,
  say: (sentence: string) => void,
): Promise<number> {
  let longest = 0;
  for (let filling = 1; filling <= times; filling += 1) {
    const before = refused(load);
    await disk.fill(LEFT_BYTES);
    // Background cleanup frees space again, so fill repeatedly.
    await eventually(
      async () => {
        await disk.fill();
        return refused(load);
      },
      (count) => count > before,
      WITHIN_MS,
    );
    await sleep(STAYS_FULL_MS);
    const answered = load.acknowledged.size;
    await disk.free();
    const freedAt = performance.now();
    await eventually(
      async () => load.acknowledged.size,
      (size) => size > answered + PER_SECOND,
      WITHIN_MS,
    );
    longest = Math.max(longest, secondsSince(freedAt));
    say(`full ${filling} of ${times}; ${load.acknowledged.size} events answered 202, ${refused(load)} times 503`);
  }
  return longest;
}

export const fullSpool: Scenario = {
  name: 'full-spool',
  what: 'Kafka stopped, and the disk of collect’s spool filled until events were refused (503), then freed',
  full: 20,
  unit: 'fillings',
  obstacle: withoutSmallDisk,
  async run(amount, say) {
    const disk = await openSmallDisk(SPOOL_DISK_MB);
    try {
      return await onCluster(async ({ servers, startCollect, startLoad, drained, caughtUp, outcome }) => {
        const collect = startCollect({ VOLANT_SPOOL_DIR: path.join(disk.path, 'spool') });
        await collect.ready;
        const load = startLoad({ origin: collect.origin });
        await servers.servers.kafka.stop();
        const seconds = await fillAndFree(amount, disk, load, say);
        await servers.servers.kafka.start();
        await drained(collect);
        await load.stop();
        await drained(collect);
        await caughtUp();
        const result = await outcome(load, { figures: { 'seconds until events were taken again, at most': seconds } });
        await collect.stop();
        return result;
      });
    } finally {
      await disk.close();
    }
  },
};

export const fullDisk: Scenario = {
  name: 'full-disk',
  what: 'the disk of `npm start` with all its stores filled until events were refused (503), then freed',
  full: 10,
  unit: 'fillings',
  obstacle: withoutSmallDisk,
  async run(amount, say): Promise<Outcome> {
    const disk = await openSmallDisk(DATA_DISK_MB);
    try {
      const product = await startProduct(path.join(disk.path, 'data'), { VOLANT_LOG_LEVEL: 'silent' });
      try {
        const { origin } = product;
        const driver = await signUp(origin);
        const pages = await Promise.all(['One', 'Two'].map((name) => createPage(origin, driver.token, name)));
        for (const page of pages) await pageIsKnown(origin, page);
        const load = startEventLoad({ origin: () => origin, pages, perSecond: PER_SECOND, duplicates: 0.05 });
        const seconds = await fillAndFree(amount, disk, load, say);
        await load.stop();

        const { acknowledged } = load;
        const all = async () => Promise.all(pages.map((page) => readReport(origin, driver.token, page)));
        const total = (reports: Awaited<ReturnType<typeof all>>) =>
          reports.reduce((sum, { summary }) => sum + (summary?.views ?? 0) + (summary?.clicks ?? 0), 0);
        // A higher total means doubled events; a lower total after this time means lost events.
        const reports = await eventually(all, (read) => total(read) >= acknowledged.size, WITHIN_MS).catch(all);
        const readBack = total(reports);
        return {
          sent: load.sent(),
          answered202: acknowledged.size,
          readBack,
          lost: Math.max(0, acknowledged.size - readBack),
          doubled: Math.max(0, readBack - acknowledged.size),
          figures: { 'seconds until events were taken again, at most': seconds, 'times 503': refused(load) },
          problems: pages.flatMap((page, index) => compareReport(acknowledged.values(), page, reports[index])),
        };
      } finally {
        await product.stop();
      }
    } finally {
      await disk.close();
    }
  },
};
