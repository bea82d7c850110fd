import { residentMiB } from '@volant/e2e/process-figures';
import type { Bench, Measured } from '../compare.ts';
import { steadyLoad } from '../steady-load.ts';
import type { Figure, Row } from '../table.ts';

const EVENTS_PER_SECOND = 200;
const SAMPLE_MS = 5_000;
/** Caches and pools fill in the first minute. */
const WARM_UP_MS = 60_000;

/** Memory under a steady load; a leak shows as growth of the second half over the first. */
export async function soakRows({ measured }: Bench, minutes: number): Promise<readonly Row[]> {
  const figures: Record<string, Figure> = {};
  for (const each of measured) figures[each.set.name] = await soak(each, minutes);
  const name = `resident memory over ${minutes} min of ${EVENTS_PER_SECOND} events/s, second half against first`;
  return [{ name, goal: '≤ 1.10 ×', figures }];
}

async function soak({ set, seed }: Measured, minutes: number): Promise<Figure> {
  const load = steadyLoad(set.eventsOrigin, seed.pageId, EVENTS_PER_SECOND);
  await new Promise((resolve) => setTimeout(resolve, WARM_UP_MS));
  const samples: number[] = [];
  const until = performance.now() + minutes * 60_000;
  while (performance.now() < until) {
    samples.push(Object.values(set.product).reduce((sum, pid) => sum + residentMiB(pid), 0));
    await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS));
  }
  load.stop();
  const { failed } = load.counts();
  if (failed > 0) throw new Error(`${failed} events of the load were refused`);
  const half = Math.floor(samples.length / 2);
  const [first, last] = [mean(samples.slice(0, half)), mean(samples.slice(half))];
  const growth = last / first;
  return { text: `${growth.toFixed(2)} × (${first.toFixed(0)} → ${last.toFixed(0)} MiB)`, met: growth <= 1.1 };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
