import { readFile } from 'node:fs/promises';
import { call } from '@volant/e2e/api';
import { z } from 'zod';
import type { Bench, Measured } from '../compare.ts';
import { quiet } from '../product-set.ts';
import { median } from '../statistics.ts';
import type { Figure, Row } from '../table.ts';

const WARM_UP = 50;
const PAIRS = 400;
const GOAL = 1.25;

const Manifest = z.object({ operations: z.array(z.object({ id: z.string(), name: z.string() })) });

/** The web client's query for a screen beside the REST call that gives the same. */
export async function twinRows({ measured }: Bench): Promise<readonly Row[]> {
  const figures: Record<string, Figure> = {};
  const sha256Hash = await hashOf('Dashboard');
  for (const each of measured) {
    await quiet([each.set]);
    figures[each.set.name] = await dashboardAgainstRest(each, sha256Hash);
  }
  return [{ name: 'the dashboard’s query against GET /api/pages/mine, medians', goal: `≤ ${GOAL} ×`, figures }];
}

async function hashOf(operation: string): Promise<string> {
  const text = await readFile(new URL('../../../web/operations.json', import.meta.url), 'utf8');
  const found = Manifest.parse(JSON.parse(text)).operations.find(({ name }) => name === operation);
  if (found === undefined) throw new Error(`the web client has no operation ${operation}`);
  return found.id;
}

/** One after the other, in turn, so that both meet the same machine. */
async function dashboardAgainstRest({ set, seed }: Measured, sha256Hash: string): Promise<Figure> {
  const token = seed.driverTokens[0] ?? '';
  const body = {
    operationName: 'Dashboard',
    variables: {},
    extensions: { persistedQuery: { version: 1, sha256Hash } },
  };
  const rest = async () => (await answered(set.origin, 'GET', '/api/pages/mine', undefined, token)).pages.length;
  const graph = async () => (await answered(set.origin, 'POST', '/graphql', body, token)).data.myPages.nodes.length;
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

async function answered(origin: string, method: 'GET' | 'POST', path: string, sent: unknown, token: string) {
  const { status, body } = await call(origin, method, path, sent, { token });
  if (status !== 200 || body.errors !== undefined) throw new Error(`${path} answered ${status}`);
  return body;
}

async function timeOf(run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await run();
  return performance.now() - startedAt;
}
