import assert from 'node:assert/strict';
import { call } from '@volant/e2e/api';
import { type BareServer, startBareHandler } from '../bare.ts';
import { type Bench, compare, type Measured, type Pair, processorMsByProcess, processorMsOf } from '../compare.ts';
import type { Load } from '../load.ts';
import type { Seed } from '../seed.ts';
import { median } from '../statistics.ts';
import type { Row } from '../table.ts';

/** With a warm-up: cold starts are measured elsewhere. Five processes need more than ten seconds of it. */
const CALLERS = { rounds: 3, warmUpSeconds: 20, seconds: 4, connections: 50 };
const GOAL_MS = 5;
/** Several processes and servers share the same cores. */
const GOAL_ON_SERVERS_MS = 25;
/** Smaller shares of a process are noise and not shown. */
const LEAST_TOLD_MS = 0.01;
const PAUSE_MS = 1_000;

interface Asked {
  readonly name: string;
  readonly of: (seed: Seed) => { readonly path: string; readonly tokens?: readonly string[] };
  /** Field of the answer that holds the list; null if there is none. */
  readonly listed: string | null;
}

const CALLS: readonly Asked[] = [
  {
    name: 'GET /api/pages/mine',
    of: ({ driverTokens }) => ({ path: '/api/pages/mine', tokens: driverTokens }),
    listed: 'pages',
  },
  {
    name: 'GET /api/public/pages/{id}',
    of: ({ pageId }) => ({ path: `/api/public/pages/${pageId}` }),
    listed: null,
  },
  {
    name: 'GET /api/support/inbox',
    of: ({ adminToken }) => ({ path: '/api/support/inbox', tokens: [adminToken] }),
    listed: 'messages',
  },
];

/** Latency of typical requests with 50 at once: the 95th percentile, against that of a bare handler. */
export async function callerRows(bench: Bench): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const asked of CALLS) {
    rows.push(await latencyRow(bench, asked, 'each again at once', {}));
    rows.push(await latencyRow(bench, asked, 'each again after a second', { pauseMs: PAUSE_MS }));
  }
  return rows;
}

async function latencyRow(bench: Bench, asked: Asked, how: string, pause: Pick<Load, 'pauseMs'>): Promise<Row> {
  const compared = await compare(bench, {
    ...CALLERS,
    ...pause,
    targetOf({ set, seed }) {
      const { path, ...callers } = asked.of(seed);
      return { url: set.origin + path, ...callers };
    },
    start: (first) => startHandlerOf(first, asked),
  });
  const figures = [...compared].map(([{ set }, pairs]) => {
    const above = median(pairs.map(({ product, bare }) => product.p95Ms - bare.p95Ms));
    const p95 = median(pairs.map(({ product }) => product.p95Ms)).toFixed(1);
    const bare = median(pairs.map((pair) => pair.bare.p95Ms)).toFixed(1);
    const text = `${above < 0 ? '' : '+'}${above.toFixed(1)} ms (${p95}, bare ${bare}; ${processorText(pairs)})`;
    const goal = Object.keys(set.servers).length > 0 ? GOAL_ON_SERVERS_MS : GOAL_MS;
    return [set.name, { text, met: above <= goal }] as const;
  });
  return {
    name: `${asked.name}, 50 callers, ${how}: p95 above the bare handler`,
    goal: `≤ +${GOAL_MS} ms; +${GOAL_ON_SERVERS_MS} on servers`,
    figures: Object.fromEntries(figures),
  };
}

/** Processor time; on real servers for each process, to separate the share of the servers, above all of a stand-in. */
function processorText(pairs: readonly Pair[]): string {
  const each = [...processorMsByProcess(pairs)].filter(([, ms]) => ms >= LEAST_TOLD_MS);
  const told = each.length < 2 ? '' : `: ${each.map(([name, ms]) => `${name} ${ms.toFixed(2)}`).join(', ')}`;
  return `${processorMsOf(pairs).toFixed(2)} ms of processor each${told}`;
}

/** A bare handler with the product's answers for these callers, after a check that both answer the same. */
async function startHandlerOf({ set, seed }: Measured, { of, listed }: Asked): Promise<BareServer> {
  const { path, tokens = [''] } = of(seed);
  const ask = async (origin: string, token: string) => {
    const { status, body } = await call(origin, 'GET', path, undefined, token === '' ? {} : { token });
    if (status !== 200) throw new Error(`${path} answered ${status}`);
    return body as Readonly<Record<string, readonly unknown[]>>;
  };
  const bodies = new Map<string, Awaited<ReturnType<typeof ask>>>();
  const answers: Record<string, readonly unknown[]> = {};
  for (const token of tokens) {
    const body = await ask(set.origin, token);
    bodies.set(token, body);
    answers[token] = listed === null ? [body] : (body[listed] ?? []);
  }
  const handler = await startBareHandler({ listed, answers });
  try {
    for (const [token, body] of bodies) assert.deepEqual(await ask(handler.origin, token), body);
    return handler;
  } catch (error) {
    await handler.stop();
    throw error;
  }
}
