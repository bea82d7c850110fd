import { processorSecondsOf, residentMiB } from '@volant/e2e/process-figures';
import type { Bench } from '../compare.ts';
import type { ProductSet } from '../product-set.ts';
import type { Figure, Row } from '../table.ts';

/** For work left by the start and the load before, including folding, which begins a minute after a start. */
const SETTLE_MS = 90_000;
const WATCHED_MS = 60_000;

/** Processor time without requests. */
export async function idleRows({ measured }: Bench): Promise<readonly Row[]> {
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  const figures = await Promise.all(measured.map(async ({ set }) => [set.name, await idleFigure(set)] as const));
  return [
    {
      name: 'processor time of a minute in which nobody calls',
      goal: '2 % of a core; 1 % for each process',
      figures: Object.fromEntries(figures),
    },
    {
      name: 'memory after it, of all processes together',
      goal: '400 MiB embedded',
      figures: Object.fromEntries(measured.map(({ set }) => [set.name, memoryFigure(set)])),
    },
  ];
}

function memoryFigure({ product }: ProductSet): Figure {
  const pids = Object.values(product);
  const mebibytes = pids.map(residentMiB).reduce((sum, one) => sum + one, 0);
  return { text: `${mebibytes.toFixed(0)} MiB`, ...(pids.length === 1 ? { met: mebibytes <= 400 } : {}) };
}

async function idleFigure({ product }: ProductSet): Promise<Figure> {
  const productPids = Object.values(product);
  const before = productPids.map(processorSecondsOf);
  await new Promise((resolve) => setTimeout(resolve, WATCHED_MS));
  const percents = productPids.map((pid, at) => ((processorSecondsOf(pid) - (before[at] ?? 0)) * 100_000) / WATCHED_MS);
  const goal = productPids.length === 1 ? 2 : 1;
  return {
    text: percents.map((percent) => `${percent.toFixed(1)} %`).join(', '),
    met: percents.every((percent) => percent <= goal),
  };
}
