import { setTimeout as pause } from 'node:timers/promises';
import type { Processes, RunningProcess } from '@volant/e2e/processes';
import { askForPages, told } from '../ask-for-pages.ts';
import { withCardsOnServers } from '../cards-on-servers.ts';
import type { LoadGenerator } from '../load.ts';
import type { Row } from '../table.ts';
import type { ManyCards } from '../write-cards.ts';
import { byZipf, shuffled, WARM_UP_MS } from './pages.ts';

export const GATEWAYS = ['one gateway', 'two gateways'];
/** Requests pages in turn for this long, repeatedly, until each gateway has had every page. */
const FILLING_S = 10;

/**
 * Public pages on real servers, first from one gateway and then from two others at once, each over all pages, so that
 * the two have different pages cached.
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

  const ask = (some: readonly RunningProcess[], wanted: readonly string[], seconds: number) =>
    askForPages({
      generator,
      processes: some.map((gateway) => ({ pid: gateway.pid, url: gateway.origin() })),
      paths: wanted.map((id) => `/d/${id}`),
      seconds,
      directory,
    });

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
