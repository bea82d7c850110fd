import { readFile } from 'node:fs/promises';
import type { RunningServer } from './servers.ts';
import { steadyLoad } from './steady-load.ts';

const SAMPLE_MS = 5_000;
/** The first minute fills caches and pools. */
const WARM_UP_MS = 60_000;

async function residentMiB(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1024;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Watches the resident memory under a steady load; what grows shows as the second half above the first. */
export async function soak(
  { origin, pid }: RunningServer,
  { eventsPerSecond, minutes }: { readonly eventsPerSecond: number; readonly minutes: number },
) {
  const load = steadyLoad(origin, 'demo-berline', eventsPerSecond);
  await new Promise((resolve) => setTimeout(resolve, WARM_UP_MS));
  const samples: number[] = [];
  const until = performance.now() + minutes * 60_000;
  while (performance.now() < until) {
    samples.push(await residentMiB(pid));
    await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS));
  }
  load.stop();
  const { failed } = load.counts();
  if (failed > 0) throw new Error(`${failed} events of the load were refused`);
  const half = Math.floor(samples.length / 2);
  const [firstMiB, lastMiB] = [mean(samples.slice(0, half)), mean(samples.slice(half))];
  return { minutes, firstMiB, lastMiB, growth: lastMiB / firstMiB };
}
