import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { processorSecondsOf } from '@volant/e2e/process-figures';
import type { Processes, RunningProcess } from '@volant/e2e/processes';
import { withCardsOnServers } from '../cards-on-servers.ts';
import type { LoadGenerator } from '../load.ts';
import type { Row } from '../table.ts';
import type { ManyCards } from '../write-cards.ts';
import { type Answers, byZipf, shuffled, told, WARM_UP_MS } from './pages.ts';

export const GATEWAYS = ['one gateway', 'two gateways'];
const CONNECTIONS = 32;
/** Pages are asked for in turn for so long at a time, until each gateway was asked for all. */
const FILLING_S = 10;

/**
 * Public pages on real servers, first asked of one gateway and then of two others at once, each about all pages: what
 * one of them has at hand the other has not.
 */
export function gatewayRows(generator: LoadGenerator, cards: ManyCards): Promise<readonly Row[]> {
  return withCardsOnServers(cards, (product) => rowsOf(product, generator, cards));
}

async function rowsOf(
  product: Processes,
  generator: LoadGenerator,
  { count, directory }: ManyCards,
): Promise<readonly Row[]> {
  const ids = shuffled(count);
  const zipf = byZipf(ids);

  async function ask(some: readonly RunningProcess[], wanted: readonly string[], seconds: number): Promise<Answers> {
    const used = () => some.reduce((sum, { pid }) => sum + processorSecondsOf(pid), 0);
    const pathsFile = path.join(directory, 'gateway-paths');
    await writeFile(pathsFile, wanted.map((id) => `/d/${id}\n`).join(''));
    const before = used();
    const connections = CONNECTIONS / some.length;
    const results = await Promise.all(
      some.map((gateway) => generator.run({ url: gateway.origin(), pathsFile, seconds, connections })),
    );
    if (results.some(({ failures }) => failures > 0)) throw new Error('answers failed');
    const perSecond = results.reduce((sum, { requestsPerSecond }) => sum + requestsPerSecond, 0);
    const microseconds = ((used() - before) / (perSecond * seconds)) * 1e6;
    return { perSecond, microseconds };
  }

  const rows: Record<'first' | 'one' | 'zipf', Record<string, { readonly text: string }>> = {
    first: {},
    one: {},
    zipf: {},
  };
  for (const [at, column] of GATEWAYS.entries()) {
    const gateways = Array.from({ length: at + 1 }, () => product.start('gateway'));
    await Promise.all(gateways.map(({ ready }) => ready));
    await pause(WARM_UP_MS);
    rows.first[column] = { text: told(await ask(gateways, ids, 1)) };
    rows.one[column] = { text: told(await ask(gateways, ids.slice(0, 1), 5)) };
    for (let asked = 0; asked < count; ) {
      const { perSecond } = await ask(gateways, ids.slice(asked), FILLING_S);
      asked += Math.ceil((perSecond * FILLING_S) / gateways.length);
    }
    rows.zipf[column] = { text: told(await ask(gateways, zipf, 10)) };
    for (const gateway of gateways) await gateway.stop();
  }
  const name = ids.length.toLocaleString('en');
  return [
    { name: `first answers of ${name} pages; processor of an answer`, goal: '–', figures: rows.first },
    { name: 'one page again and again', goal: '–', figures: rows.one },
    { name: 'the pages by Zipf (s = 1), once each was asked for', goal: '–', figures: rows.zipf },
  ];
}
