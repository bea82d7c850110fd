import type { Bench, Measured } from '../compare.ts';
import { processorSeconds, quiet } from '../product-set.ts';
import { percentile } from '../statistics.ts';
import { ask, askWithoutPause, pageTimes } from '../strangers-load.ts';
import type { Figure, Row } from '../table.ts';

const CONNECTIONS = 4;
const PER_SECOND = 50;
/** The window of the limit per network. */
const SECONDS = 60;
const SECONDS_ALONE = 20;
const GOAL = 3;
/** Processor time of the most expensive operation. */
const GOAL_MS = 50;
const ROUNDS = 6;

const OWNER = 'owner { id username pageCount }';
const EVENTS = `adminAnalytics { totalEvents recentEvents { id page { id eventCount ${OWNER} } } }`;
const PAGE = `id state eventCount viewCount ${OWNER}`;
const TYPE = 'type { kind name ofType { kind name ofType { kind name ofType { kind name } } } }';

/** The most expensive operations that are permitted without an account. */
const DEAREST: readonly ((name: string) => string)[] = [
  (name) => `query ${name} { a: page(id: "a") { ${PAGE} ${EVENTS} } b: adminPage(id: "b") { ${PAGE} ${EVENTS} } }`,
  (name) =>
    `query ${name} { globalAnalytics { topPages { page { ${PAGE} } } recentEvents { page { ${PAGE} } } } pages { nodes { ${PAGE} } } myPages { nodes { ${PAGE} } } }`,
  (name) => `query ${name}($a: Boolean = true, $b: Boolean = false) { page(id: "a") {
    ${['@include(if: $a)', '@skip(if: $b)', '@include(if: $b)'].map((where) => `... ${where} { state ${EVENTS} }`).join(' ')} } }`,
  (name) =>
    `query ${name} { __schema { types { kind name fields { name args { name ${TYPE} } ${TYPE} } inputFields { name ${TYPE} } } } }`,
];

/** Cost of the most expensive operations from strangers, and latency of a public page meanwhile. */
export async function strangerRows({ measured }: Bench): Promise<readonly Row[]> {
  const costs: Record<string, Figure> = {};
  const waits: Record<string, Figure> = {};
  for (const each of measured) {
    const { set, seed } = each;
    costs[set.name] = await costOf(each);
    const url = `${set.origin}/d/${seed.pageId}`;
    await pageTimes(url, 3, PER_SECOND);
    await quiet([set]);
    const alone = percentile(await pageTimes(url, SECONDS_ALONE, PER_SECOND), 0.95);
    // A new name makes it a new operation without a cached plan.
    const queries = Array.from({ length: 200 }, (_, i) => DEAREST[i % DEAREST.length]?.(`Q${i}`) ?? '');
    const [times, statuses] = await Promise.all([
      pageTimes(url, SECONDS, PER_SECOND),
      askWithoutPause(set.origin, queries, { connections: CONNECTIONS, seconds: SECONDS }),
    ]);
    const beside = percentile(times, 0.95);
    const answers = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`);
    waits[set.name] = {
      text: `${(beside / alone).toFixed(1)} × (${beside.toFixed(1)} ms, alone ${alone.toFixed(1)} ms, longest ${Math.max(...times).toFixed(0)} ms; ${answers.join(', ')})`,
      met: beside <= GOAL * alone,
    };
  }
  return [
    { name: 'the dearest GraphQL without an account: processor time', goal: `≤ ${GOAL_MS} ms`, figures: costs },
    {
      name: `GET /d/{id} beside ${CONNECTIONS} connections that send nothing else: p95 against alone`,
      goal: `≤ ${GOAL} ×`,
      figures: waits,
    },
  ];
}

/** Runs each kind several times, from networks of its own; the figure is the mean of the most expensive kind. */
async function costOf({ set }: Measured): Promise<Figure> {
  const means: number[] = [];
  for (const [kind, queryOf] of DEAREST.entries()) {
    await askOnce(set.origin, queryOf(`W${kind}`), `203.0.113.${kind}`);
    await quiet([set]);
    const before = processorSeconds([set]);
    for (let round = 0; round < ROUNDS; round += 1) {
      await askOnce(set.origin, queryOf(`C${kind}x${round}`), `198.51.100.${kind * ROUNDS + round}`);
    }
    means.push(((processorSeconds([set]) - before) * 1000) / ROUNDS);
  }
  const dearest = Math.max(...means);
  return {
    text: `${dearest.toFixed(0)} ms (mean of ${ROUNDS}; the four kinds ${means.map((ms) => ms.toFixed(0)).join(', ')})`,
    met: dearest <= GOAL_MS,
  };
}

async function askOnce(origin: string, query: string, address: string): Promise<void> {
  const status = await ask(origin, query, address);
  if (status !== 200) throw new Error(`this is not let in (${status}): ${query}`);
}
