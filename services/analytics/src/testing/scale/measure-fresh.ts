import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AnalyticsDatabase } from '@volant/infra/analytics-database/analytics-database';
import { openEmbeddedMessageLog } from '@volant/infra/message-log/embedded/embedded-message-log';
import type { Logger } from '@volant/infra/process/observability/log';
import { v7 as newId } from 'uuid';
import { startHarness } from '../analytics-harness.ts';
import { HOT_PAGE } from './made-activities.ts';

const EVENTS_PER_SECOND = 2_000;
const AT_ONCE = 20;
const SECONDS = 20;
const TICK_MS = 50;
const UNSEEN_MS = 60_000;

/**
 * Measures, under a steady load on the hot page, the time from a tap's 202 until it is in the owner's report. All of
 * analytics runs in this process on this database, which is closed afterwards.
 */
export async function measureFresh(directory: string, database: AnalyticsDatabase, log: Logger) {
  const open = async () => ({
    messageLog: await openEmbeddedMessageLog({ path: path.join(directory, 'log') }),
    database,
  });
  const harness = await startHarness({ open, log });
  try {
    const hot = await harness.knownPage({ pageUid: HOT_PAGE });
    const quiet = await harness.knownPage({});
    const load = steady(harness, hot.uid);
    const delays: number[] = [];
    const until = performance.now() + SECONDS * 1000;
    while (performance.now() < until) {
      const expected = (await clicks(harness, quiet)) + 1;
      await send(harness, quiet.uid, 1);
      const answeredAt = performance.now();
      while ((await clicks(harness, quiet)) < expected) {
        if (performance.now() - answeredAt > UNSEEN_MS) throw new Error('an event was not seen within a minute');
        await sleep(25);
      }
      delays.push(performance.now() - answeredAt);
    }
    return { delays, ...(await load.stop()) };
  } finally {
    await harness.close();
  }
}

type Harness = Awaited<ReturnType<typeof startHarness>>;

async function clicks(harness: Harness, page: Awaited<ReturnType<Harness['knownPage']>>): Promise<number> {
  const { analytics } = await harness.page(page, 'analytics { summary { views clicks } }', `DRIVER:${page.ownerId}`);
  return analytics.summary.clicks;
}

let visitors = 0;

/** Sends events of one visitor; each request comes from another. */
async function send(harness: Harness, pageId: string, events: number): Promise<void> {
  visitors += 1;
  const address = `10.${(visitors >> 16) & 0xff}.${(visitors >> 8) & 0xff}.${visitors & 0xff}`;
  const each = Array.from({ length: events }, () => ({ id: newId(), pageId, type: 'CLICK_CALL' }));
  const { status } = await harness.post({ events: each }, { 'x-forwarded-for': address });
  if (status !== 202) throw new Error(`events were answered ${status}`);
}

function steady(harness: Harness, pageId: string) {
  const startedAt = performance.now();
  const underWay = new Set<Promise<void>>();
  let sent = 0;
  let refused = 0;
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - startedAt) / 1000) * EVENTS_PER_SECOND);
    while (sent + AT_ONCE <= due) {
      sent += AT_ONCE;
      // A busy machine may refuse some events. They are reported beside the figure, which is then invalid.
      const sending = send(harness, pageId, AT_ONCE).catch(() => {
        refused += AT_ONCE;
      });
      underWay.add(sending);
      void sending.finally(() => underWay.delete(sending));
    }
  }, TICK_MS);
  return {
    /** @returns events sent per second, and the number of refused events */
    async stop() {
      clearInterval(timer);
      const sentPerSecond = sent / ((performance.now() - startedAt) / 1000);
      await Promise.all(underWay);
      return { sentPerSecond, refused };
    },
  };
}
