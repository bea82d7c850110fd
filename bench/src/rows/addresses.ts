import type { Bench, Measured } from '../compare.ts';
import type { Load, LoadGenerator } from '../load.ts';
import { quiet } from '../product-set.ts';
import { median } from '../statistics.ts';
import type { Figure, Row } from '../table.ts';

const NEW_ADDRESSES = 2_000_000;
/** Enough addresses to stay below the limit per address. */
const KNOWN_ADDRESSES = 100_000;
const SECONDS = { known: 4, new: 15 };
const CONNECTIONS = 256;
const GOAL = 0.9;

/** Events sent one per request, alternately from new addresses and from known ones. */
export async function newAddressesRow({ generator, measured }: Bench): Promise<Row> {
  const figures: Record<string, Figure> = {};
  for (const each of measured) figures[each.set.name] = await figureOf(generator, each);
  return {
    name: 'one event a request from 2 million new addresses: rate against known ones',
    goal: `≥ ${GOAL.toFixed(2)}`,
    figures,
  };
}

async function figureOf(generator: LoadGenerator, { set, seed }: Measured): Promise<Figure> {
  async function rate(seconds: number, from: number, count: number): Promise<number> {
    await quiet([set]);
    const load: Load = {
      url: `${set.eventsOrigin}/api/public/events`,
      pageId: seed.pageId,
      eventsPerRequest: 1,
      addresses: { from, count },
      seconds,
      connections: CONNECTIONS,
    };
    const { requestsPerSecond, failures } = await generator.run(load);
    if (failures > 0) throw new Error(`${failures} requests failed`);
    return requestsPerSecond;
  }

  await rate(SECONDS.known, 0, KNOWN_ADDRESSES);
  const known: number[] = [];
  const fresh: number[] = [];
  for (let used = KNOWN_ADDRESSES; used < KNOWN_ADDRESSES + NEW_ADDRESSES; ) {
    known.push(await rate(SECONDS.known, 0, KNOWN_ADDRESSES));
    const perSecond = await rate(SECONDS.new, used, NEW_ADDRESSES);
    fresh.push(perSecond);
    used += Math.ceil(perSecond * SECONDS.new);
  }
  const ratio = median(fresh.map((perSecond, round) => perSecond / (known[round] ?? Number.NaN)));
  const text = `${ratio.toFixed(2)} (${median(fresh).toFixed(0)} req/s; known ${median(known).toFixed(0)})`;
  return { text, met: ratio >= GOAL };
}
