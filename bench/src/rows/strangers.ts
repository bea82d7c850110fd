import type { Bench } from '../compare.ts';
import { quiet } from '../product-set.ts';
import { percentile } from '../statistics.ts';
import { askWithoutEnd, pageTimes } from '../strangers-load.ts';
import type { Figure, Row } from '../table.ts';

const CONNECTIONS = 4;
const PER_SECOND = 50;
const SECONDS = 20;
const GOAL = 3;

const EVENT = 'recentEvents { id page { id eventCount owner { id username pageCount } } }';
const PAGE = `id state eventCount viewCount owner { id username email pageCount } adminAnalytics { totalEvents ${EVENT} }`;

const TYPE = 'name type { kind name ofType { kind name ofType { kind name ofType { kind name } } } }';

/** The dearest that are let in without an account, each of its own so that none is planned already. */
const DEAREST: readonly ((name: string) => string)[] = [
  (name) =>
    `query ${name} { a: page(id: "a") { ${PAGE} } b: adminPage(id: "b") { ${PAGE} } c: page(id: "c") { ${PAGE} } }`,
  (name) => `query ${name} { globalAnalytics { topPages { page { ${PAGE} } } ${EVENT} } pages { nodes { ${PAGE} } } }`,
  (name) =>
    `query ${name}($a: Boolean = true, $b: Boolean = false) { page(id: "a") {
      ${['@include(if: $a)', '@skip(if: $b)', '@include(if: $b)'].map((where) => `... ${where} { ${PAGE} }`).join(' ')} } }`,
  (name) =>
    `query ${name} { __schema { types { kind name fields { args { ${TYPE} } ${TYPE} } inputFields { ${TYPE} } } } }`,
];

/** What strangers who send the dearest operations cost the people who look at a page meanwhile. */
export async function strangerRows({ measured }: Bench): Promise<readonly Row[]> {
  const figures: Record<string, Figure> = {};
  for (const { set, seed } of measured) {
    const url = `${set.origin}/d/${seed.pageId}`;
    await pageTimes(url, 3, PER_SECOND);
    await quiet([set]);
    const alone = percentile([...(await pageTimes(url, SECONDS, PER_SECOND))], 0.95);
    const asked = askWithoutEnd(set.origin, CONNECTIONS, (turn) => DEAREST[turn % DEAREST.length]?.(`Q${turn}`) ?? '');
    const times = [...(await pageTimes(url, SECONDS, PER_SECOND))];
    const statuses = [...(await asked.stop())].map(([status, count]) => `${count} × ${status}`).join(', ');
    const beside = percentile(times, 0.95);
    figures[set.name] = {
      text: `${(beside / alone).toFixed(1)} × (${beside.toFixed(1)} ms, alone ${alone.toFixed(1)} ms, longest ${Math.max(...times).toFixed(0)} ms; ${statuses})`,
      met: beside <= GOAL * alone,
    };
  }
  return [
    {
      name: `GET /d/{id} beside ${CONNECTIONS} connections that send the dearest GraphQL without an account: p95 against alone`,
      goal: `≤ ${GOAL} ×`,
      figures,
    },
  ];
}
