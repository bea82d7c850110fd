import { call } from '@volant/e2e/api';
import type { Bench, Measured } from '../compare.ts';
import { askOf } from '../listed-operation.ts';
import { quiet } from '../product-set.ts';
import { median } from '../statistics.ts';
import type { Figure, Row } from '../table.ts';

const WARM_UP = 50;
const PAIRS = 400;
const GOAL = 1.25;
const LISTED = 25;

/** Number of pages in each of the two lists. */
interface Twins {
  readonly rest: () => Promise<number>;
  readonly graph: () => Promise<number>;
}

/** The web client's query for a screen beside the equivalent REST call. */
export async function twinRows({ measured }: Bench): Promise<readonly Row[]> {
  const goal = `≤ ${GOAL} ×`;
  const dashboard: Record<string, Figure> = {};
  const administration: Record<string, Figure> = {};
  for (const each of measured) {
    await quiet([each.set]);
    dashboard[each.set.name] = await compared(await dashboardTwins(each));
    administration[each.set.name] = await compared(await administrationTwins(each));
  }
  return [
    { name: 'the dashboard’s query against GET /api/pages/mine, medians', goal, figures: dashboard },
    {
      name: `the admin list’s, with the counts of its filters, against GET /api/admin/pages?limit=${LISTED}`,
      goal,
      figures: administration,
    },
  ];
}

async function dashboardTwins(each: Measured): Promise<Twins> {
  const token = each.seed.driverTokens[0] ?? '';
  const ask = await askOf(each, 'Dashboard', token);
  return {
    rest: () => listedBy(each, '/api/pages/mine', token),
    graph: async () => (await ask()).myPages.nodes.length,
  };
}

async function administrationTwins(each: Measured): Promise<Twins> {
  const ask = await askOf(each, 'AdminPages');
  return {
    rest: () => listedBy(each, `/api/admin/pages?limit=${LISTED}`, each.seed.adminToken),
    graph: async () => (await ask({ first: LISTED, filter: {} })).pages.nodes.length,
  };
}

async function listedBy({ set }: Measured, path: string, token: string): Promise<number> {
  const { status, body } = await call(set.origin, 'GET', path, undefined, { token });
  if (status !== 200) throw new Error(`${path} answered ${status}`);
  return body.pages.length;
}

/** Alternates the two, so that the machine's load affects both alike. */
async function compared({ rest, graph }: Twins): Promise<Figure> {
  if ((await rest()) !== (await graph())) throw new Error('the two list different pages');
  const times = { rest: [] as number[], graph: [] as number[] };
  for (let pair = -WARM_UP; pair < PAIRS; pair += 1) {
    const [ofRest, ofGraph] = [await timeOf(rest), await timeOf(graph)];
    if (pair < 0) continue;
    times.rest.push(ofRest);
    times.graph.push(ofGraph);
  }
  const [inRest, inGraph] = [median(times.rest), median(times.graph)];
  const ratio = inGraph / inRest;
  const text = `${ratio.toFixed(2)} × (${inGraph.toFixed(2)} ms, REST ${inRest.toFixed(2)} ms)`;
  return { text, met: ratio <= GOAL };
}

async function timeOf(run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await run();
  return performance.now() - startedAt;
}
