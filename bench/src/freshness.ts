import { call, readReport } from '@volant/e2e/api';
import type { ProductSet } from './product-set.ts';
import type { Seed } from './seed.ts';
import { median, percentile } from './statistics.ts';
import { steadyLoad } from './steady-load.ts';

/** Measures how long after its 202 a tap appears in the owner's report, under a steady load on another page. */
export async function measureFreshness(
  { origin, eventsOrigin }: ProductSet,
  { pageId, quietPage: { id, token } }: Seed,
  { eventsPerSecond, seconds }: { readonly eventsPerSecond: number; readonly seconds: number },
) {
  const clicks = async (): Promise<number> => (await readReport(origin, token, id)).summary.clicks;
  const load = steadyLoad(eventsOrigin, pageId, eventsPerSecond);
  const delays: number[] = [];
  const until = performance.now() + seconds * 1000;

  while (performance.now() < until) {
    const before = await clicks();
    const { status } = await call(eventsOrigin, 'POST', '/api/public/events', { pageId: id, type: 'CLICK_CALL' });
    if (status !== 202) throw new Error(`an event was answered ${status}`);
    const answeredAt = performance.now();
    while ((await clicks()) <= before) {
      if (performance.now() - answeredAt > 30_000) throw new Error('an event was not seen within 30 s');
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    delays.push(performance.now() - answeredAt);
  }
  load.stop();
  const { failed } = load.counts();
  if (failed > 0) throw new Error(`${failed} events of the load were refused`);
  return { samples: delays.length, medianMs: median(delays), p95Ms: percentile(delays, 0.95) };
}
