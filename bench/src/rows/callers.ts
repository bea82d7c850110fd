import { type Bench, compare } from '../compare.ts';
import type { Load } from '../load.ts';
import type { Seed } from '../seed.ts';
import { median } from '../statistics.ts';
import type { Row } from '../table.ts';

const CALLERS = { rounds: 3, seconds: 4, connections: 50 };
const GOAL_MS = 5;
const PAUSE_MS = 1_000;

interface Call {
  readonly name: string;
  readonly of: (seed: Seed) => { readonly path: string; readonly tokens?: readonly string[] };
}

const CALLS: readonly Call[] = [
  { name: 'GET /api/pages/mine', of: ({ driverTokens }) => ({ path: '/api/pages/mine', tokens: driverTokens }) },
  { name: 'GET /api/public/pages/{id}', of: ({ pageId }) => ({ path: `/api/public/pages/${pageId}` }) },
  { name: 'GET /api/support/inbox', of: ({ adminToken }) => ({ path: '/api/support/inbox', tokens: [adminToken] }) },
];

/** What people wait for, 50 of them at once: the 95th percentile against that of the bare server. */
export async function callerRows(bench: Bench): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const call of CALLS) {
    rows.push(await latencyRow(bench, call, 'each again at once', {}));
    rows.push(await latencyRow(bench, call, 'each again after a second', { pauseMs: PAUSE_MS }));
  }
  return rows;
}

async function latencyRow(bench: Bench, { name, of }: Call, how: string, pause: Pick<Load, 'pauseMs'>): Promise<Row> {
  const compared = await compare(bench, {
    ...CALLERS,
    ...pause,
    targetOf({ set, seed }) {
      const { path, ...callers } = of(seed);
      return { url: set.origin + path, ...callers };
    },
  });
  const figures = [...compared].map(([{ set }, pairs]) => {
    const above = median(pairs.map(({ product, bare }) => product.p95Ms - bare.p95Ms));
    const p95 = median(pairs.map(({ product }) => product.p95Ms)).toFixed(1);
    const bare = median(pairs.map((pair) => pair.bare.p95Ms)).toFixed(1);
    const processor = median(pairs.map(({ processorMs }) => processorMs)).toFixed(2);
    const text = `+${above.toFixed(1)} ms (${p95}, bare ${bare}; ${processor} ms of processor each)`;
    return [set.name, { text, met: above <= GOAL_MS }] as const;
  });
  return {
    name: `${name}, 50 callers, ${how}: p95 above bare`,
    goal: `≤ +${GOAL_MS} ms`,
    figures: Object.fromEntries(figures),
  };
}
