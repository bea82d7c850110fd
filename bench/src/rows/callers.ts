import { type Bench, type Measured, processorPerRequest } from '../compare.ts';
import { quiet } from '../product-set.ts';
import type { Seed } from '../seed.ts';
import { median } from '../statistics.ts';
import type { Figure, Row } from '../table.ts';

/** People who read before they tap again. */
const LOAD = { connections: 10, pauseMs: 1_000 };
/** With a warm-up: cold starts are measured elsewhere. Five processes need more than ten seconds of it. */
const WARM_UP_SECONDS = 20;
const SECONDS = 10;
const ROUNDS = 3;
const GOAL_MS = 25;
/** Several processes and servers share the same cores. */
const GOAL_ON_SERVERS_MS = 60;
/** Smaller shares of a process are noise and not shown. */
const LEAST_SHOWN_MS = 0.01;

interface CallKind {
  readonly name: string;
  readonly of: (seed: Seed) => { readonly path: string; readonly tokens?: readonly string[] };
}

const CALLS: readonly CallKind[] = [
  {
    name: 'GET /api/pages/mine',
    of: ({ driverTokens }) => ({ path: '/api/pages/mine', tokens: driverTokens }),
  },
  {
    name: 'GET /api/public/pages/{id}',
    of: ({ pageId }) => ({ path: `/api/public/pages/${pageId}` }),
  },
  {
    name: 'GET /api/support/inbox',
    of: ({ adminToken }) => ({ path: '/api/support/inbox', tokens: [adminToken] }),
  },
];

/** Latency of typical requests of ten callers who pause: the 95th percentile. */
export async function callerRows(bench: Bench): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const kind of CALLS) {
    const figures: Record<string, Figure> = {};
    for (const each of bench.measured) figures[each.set.name] = await latencyOf(bench, each, kind);
    rows.push({
      name: `${kind.name}, 10 callers, each again after a second: p95`,
      goal: `≤ ${GOAL_MS} ms; ${GOAL_ON_SERVERS_MS} on servers`,
      figures,
    });
  }
  return rows;
}

async function latencyOf({ generator }: Bench, measured: Measured, { of }: CallKind): Promise<Figure> {
  const { set, seed } = measured;
  const { path, ...callers } = of(seed);
  const load = { ...LOAD, ...callers, url: set.origin + path };
  await generator.run({ ...load, seconds: WARM_UP_SECONDS });
  const p95s: number[] = [];
  const processor = new Map<string, number[]>();
  for (let round = 0; round < ROUNDS; round += 1) {
    await quiet([set]);
    const { result, processorMsOf } = await processorPerRequest(generator, { ...load, seconds: SECONDS }, set);
    p95s.push(result.p95Ms);
    for (const [name, ms] of Object.entries(processorMsOf)) processor.set(name, [...(processor.get(name) ?? []), ms]);
  }
  const p95 = median(p95s);
  const goal = Object.keys(set.servers).length > 0 ? GOAL_ON_SERVERS_MS : GOAL_MS;
  return { text: `${p95.toFixed(1)} ms (${processorText(processor)})`, met: p95 <= goal };
}

/** Processor time; on real servers for each process, to separate the share of the servers, above all of a stand-in. */
function processorText(processor: ReadonlyMap<string, readonly number[]>): string {
  const each = [...processor].map(([name, ms]) => [name, median(ms)] as const).filter(([, ms]) => ms >= LEAST_SHOWN_MS);
  const details = each.length < 2 ? '' : `: ${each.map(([name, ms]) => `${name} ${ms.toFixed(2)}`).join(', ')}`;
  return `${each.reduce((sum, [, ms]) => sum + ms, 0).toFixed(2)} ms of processor each${details}`;
}
