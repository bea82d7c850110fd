import { type Bench, compare, type Measured, type Pair, processorMsOf } from '../compare.ts';
import { measureFreshness } from '../freshness.ts';
import { logRow } from '../log-size.ts';
import { median } from '../statistics.ts';
import type { Figure, Row } from '../table.ts';
import { newAddressesRow } from './addresses.ts';

/** Many connections, as in production: writes that wait for the disk at the same time share one commit. */
const LOAD = { rounds: 3, seconds: 5, connections: 256 };
/** So few that all of them soon wait for the same write. */
const FEW = 64;

/**
 * A scan and its consequences: processor time, rates relative to the bare server's, and the delay until a tap is
 * reported.
 */
export async function scanRows(bench: Bench): Promise<readonly Row[]> {
  const events = (eventsPerRequest: number, connections = LOAD.connections) =>
    compare(bench, {
      ...LOAD,
      connections,
      eventsPerRequest,
      targetOf: ({ set, seed }) => ({ url: `${set.eventsOrigin}/api/public/events`, pageId: seed.pageId }),
    });
  const get = (path: string) =>
    compare(bench, { ...LOAD, targetOf: ({ set, seed }) => ({ url: set.origin + path + seed.pageId }) });

  const single = await events(1);
  const twenty = await events(20);
  return [
    costRow('POST /api/public/events, one event a request, durable: processor; rate, of bare', single, 0.33),
    costRow('the same with 64 connections', await events(1, FEW), 0.38),
    timesRow('the same, 20 a request: events per second against one a request', single, twenty, 6),
    costRow('20 a request, against a bare server that takes the same bytes', twenty, 0.27),
    await newAddressesRow(bench),
    await logRow(),
    costRow('GET /api/public/pages/{id}', await get('/api/public/pages/'), 0.5),
    costRow('GET /d/{id}', await get('/d/'), 0.5),
    await freshnessRow(bench),
  ];
}

/** Of the product, in microseconds: independent of other load on the machine. */
const processorUsOf = (pairs: readonly Pair[]) => processorMsOf(pairs) * 1000;
const processorEach = (pairs: readonly Pair[]) => `${processorUsOf(pairs).toFixed(0)} µs`;

const productRate = (pairs: readonly Pair[]) => median(pairs.map(({ product }) => product.requestsPerSecond));

/** @param goal rate relative to the bare server, for the single-process product; separate processes also pay for communication */
function costRow(name: string, compared: Map<Measured, Pair[]>, goal: number): Row {
  return row(name, `≥ ${goal} of bare`, compared, (pairs, { set }) => {
    const ratio = median(pairs.map(({ product, bare }) => product.requestsPerSecond / bare.requestsPerSecond));
    const text = `${processorEach(pairs)}; ${productRate(pairs).toFixed(0)} req/s, ${ratio.toFixed(2)}`;
    return Object.keys(set.product).length > 1 ? { text } : { text, met: ratio >= goal };
  });
}

function timesRow(name: string, single: Map<Measured, Pair[]>, twenty: Map<Measured, Pair[]>, goal: number): Row {
  return row(name, `≥ ${goal} ×`, twenty, (pairs, measured) => {
    const events = productRate(pairs) * 20;
    const times = events / productRate(single.get(measured) ?? []);
    return {
      text: `${times.toFixed(1)} × (${events.toFixed(0)} events/s; ${processorEach(pairs)})`,
      met: times >= goal,
    };
  });
}

function row(
  name: string,
  goal: string,
  compared: Map<Measured, Pair[]>,
  figureOf: (pairs: readonly Pair[], measured: Measured) => Figure,
): Row {
  const figures = [...compared].map(([each, pairs]) => [each.set.name, figureOf(pairs, each)] as const);
  return { name, goal, figures: Object.fromEntries(figures) };
}

async function freshnessRow({ measured }: Bench): Promise<Row> {
  const figures: Record<string, Figure> = {};
  for (const { set, seed } of measured) {
    const { p95Ms, medianMs, samples } = await measureFreshness(set, seed, { eventsPerSecond: 1000, seconds: 20 });
    const seconds = (ms: number) => (ms / 1000).toFixed(2);
    figures[set.name] = {
      text: `${seconds(p95Ms)} s (median ${seconds(medianMs)} s of ${samples})`,
      met: p95Ms <= 2000,
    };
  }
  return {
    name: 'a tap stands in its report after the 202, at 1,000 events/s, p95',
    goal: '≤ 2 s',
    figures,
  };
}
