import { setTimeout as pause } from 'node:timers/promises';
import { residentMiB } from '@volant/e2e/process-figures';
import { type Product, startProduct } from '@volant/e2e/product';
import { type Answers, askForPages, summaryOf } from '../ask-for-pages.ts';
import type { LoadGenerator } from '../load.ts';
import { quiet } from '../product-set.ts';
import type { Figure, Row } from '../table.ts';
import { CARD_SETTINGS, cardId, type ManyCards, writeCards } from '../write-cards.ts';

interface Kind {
  readonly prefix: string;
  /** Minimal duration of the requests for a quarter of the pages. */
  readonly seconds: number;
}

/** Requests by the name of their column. */
const KINDS: Readonly<Record<string, Kind>> = {
  'as HTML': { prefix: '/d/', seconds: 4 },
  'as data': { prefix: '/api/public/pages/', seconds: 1 },
};
export const PAGES = Object.keys(KINDS);
/** Until a first start has published everything. */
const SAVED_MS = 60_000;
const WARM_UP_MS = 15_000;
/** By Zipf's law: the page at rank n is requested 1/n as often as the first. */
const ZIPF_DRAWS = 400_000;
/** First answers a second. */
const FIRST_GOAL = 1_300;
const WARM_GOAL = 0.6;

type Ask = (ids: readonly string[], seconds: number) => Promise<Answers>;

interface Measured {
  readonly afterStart: Answers;
  readonly first: Answers;
  readonly one: Answers;
  readonly zipfCold: Answers;
  readonly zipfWarm: Answers;
  readonly idleMiB: number;
  readonly fullMiB: number;
}

/** Public pages as they are scanned: rarely the same one twice in a row. */
export async function pageRows(
  generator: LoadGenerator,
  { data, count, directory }: ManyCards,
): Promise<readonly Row[]> {
  await writeCards(data, count);
  const published = await startProduct(data, CARD_SETTINGS);
  await pause(SAVED_MS);
  await published.stop();

  const columns = new Map<string, Measured>();
  for (const [column, kind] of Object.entries(KINDS)) {
    const product = await startProduct(data, CARD_SETTINGS);
    const ask: Ask = (ids, seconds) =>
      askForPages({ generator, product, paths: ids.map((id) => `${kind.prefix}${id}`), seconds, directory });
    columns.set(column, await measure(product, kind, shuffled(count), ask));
    await product.stop();
  }

  const row = (name: string, figure: (measured: Measured) => Figure, goal = '–'): Row => ({
    name,
    goal,
    figures: Object.fromEntries([...columns].map(([column, measured]) => [column, figure(measured)])),
  });
  const against = (of: Answers, { one }: Measured) => of.perSecond / one.perSecond;
  const compared = (of: Answers, measured: Measured, goal?: number): Figure => ({
    text: `${against(of, measured).toFixed(2)} (${summaryOf(of)})`,
    ...(goal === undefined ? {} : { met: against(of, measured) >= goal }),
  });
  return [
    row('one page again and again; processor of an answer', ({ one }) => ({ text: summaryOf(one) })),
    row(
      `first answers of ${count.toLocaleString('en')} pages, against that`,
      (measured) => ({
        ...compared(measured.first, measured),
        met: measured.first.perSecond >= FIRST_GOAL,
      }),
      `≥ ${FIRST_GOAL}/s`,
    ),
    row('first answers, right after the process has started', (measured) => compared(measured.afterStart, measured)),
    row('the pages by Zipf (s = 1), none asked for before', (measured) => compared(measured.zipfCold, measured)),
    row(
      'the same once each was asked for',
      (measured) => compared(measured.zipfWarm, measured, WARM_GOAL),
      `≥ ${WARM_GOAL}`,
    ),
    row('memory before; with all of them at hand', ({ idleMiB, fullMiB }) => ({
      text: `${idleMiB.toFixed(0)} MiB; ${fullMiB.toFixed(0)} MiB`,
    })),
  ];
}

async function measure({ pid }: Product, kind: Kind, ids: readonly string[], ask: Ask): Promise<Measured> {
  const count = ids.length;
  const fewest = Math.floor(count / 4);
  // The pages that Zipf's law rarely picks, so that few of its own are cached already.
  const afterStart = await askOnce(ask, ids.slice(count - fewest), 1);
  await pause(WARM_UP_MS);
  const idleMiB = residentMiB(pid);
  const first = await askOnce(ask, ids.slice(count - 2 * fewest, count - fewest), kind.seconds);
  const settle = () => quiet([{ product: { product: pid }, servers: {} }]);
  await settle();
  const one = await ask(ids.slice(0, 1), 5);
  const zipf = byZipf(ids);
  const zipfCold = await ask(zipf, 2);
  await ask(ids, Math.ceil((1.5 * count) / first.perSecond));
  await settle();
  const zipfWarm = await ask(zipf, 10);
  return { afterStart, first, one, zipfCold, zipfWarm, idleMiB, fullMiB: residentMiB(pid) };
}

/** Short enough that no page is requested twice. */
async function askOnce(ask: Ask, ids: readonly string[], seconds: number): Promise<Answers> {
  const answers = await ask(ids, seconds);
  if (answers.perSecond * seconds > ids.length) throw new Error(`${seconds} s are too long for this many pages`);
  return answers;
}

/** Ids of the cards in random order. */
function shuffled(count: number): readonly string[] {
  const ids = Array.from({ length: count }, (_, number) => cardId(number));
  for (let last = count - 1; last > 0; last -= 1) {
    const other = Math.floor(Math.random() * (last + 1));
    [ids[last], ids[other]] = [ids[other] ?? '', ids[last] ?? ''];
  }
  return ids;
}

function byZipf(ids: readonly string[]): readonly string[] {
  let sum = 0;
  const upTo = ids.map((_, place) => {
    sum += 1 / (place + 1);
    return sum;
  });
  return Array.from({ length: ZIPF_DRAWS }, () => {
    const drawn = Math.random() * sum;
    let [low, high] = [0, ids.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((upTo[middle] ?? 0) < drawn) low = middle + 1;
      else high = middle;
    }
    return ids[low] ?? '';
  });
}
