import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { call, createPage, eventually, signUp } from '@volant/e2e/api';
import type { Bench, Measured } from '../compare.ts';
import type { Load, LoadGenerator } from '../load.ts';
import { quiet } from '../product-set.ts';
import type { Figure, Row } from '../table.ts';

/** As many as an account can have. */
const PAGES_EACH = 20;
const ACCOUNTS = 300;
const PAGES = ACCOUNTS * PAGES_EACH;
const AT_ONCE = 8;
const ITEMS = ['Plaque', 'Horaires', 'Avis', 'Devis'];
const CONNECTIONS = 32;
const SECONDS = 10;
/** Links are followed by Zipf's law: the page in place n as often as 1/n of the first. */
const ZIPF_DRAWS = 200_000;
const COLD_GOAL = 0.1;
const WARM_GOAL = 0.6;

/** Public pages as they are scanned: seldom the one that was scanned before. */
export async function pageRows({ generator, measured }: Bench, directory: string): Promise<readonly Row[]> {
  const rows = { first: {}, zipf: {} } as Record<'first' | 'zipf', Record<string, Figure>>;
  for (const each of measured) {
    const { set } = each;
    const ids = await manyPages(each);
    const load = async (name: string, wanted: readonly string[]): Promise<Load> => {
      const pathsFile = path.join(directory, `${name}.paths`);
      await writeFile(pathsFile, wanted.map((id) => `/d/${id}\n`).join(''));
      return { url: set.origin, pathsFile, seconds: SECONDS, connections: CONNECTIONS };
    };
    const one = await load('one', ids.slice(0, 1));
    await generator.run({ ...one, seconds: 3 });
    const distinct = await firstAnswers(generator, await load('distinct', ids.slice(1)), ids.length);
    await quiet([set]);
    const repeated = await rate(generator, one);
    const zipf = await load('zipf', byZipf(ids));
    await rate(generator, zipf);
    const warm = await rate(generator, zipf);
    rows.first[set.name] = figure(distinct, repeated, COLD_GOAL);
    rows.zipf[set.name] = figure(warm, repeated, WARM_GOAL);
  }
  return [
    {
      name: `GET /d/{id}: first answers of ${PAGES.toLocaleString('en')} pages against one page again and again`,
      goal: `≥ ${COLD_GOAL}`,
      figures: rows.first,
    },
    { name: 'the same pages by Zipf (s = 1), warm', goal: `≥ ${WARM_GOAL}`, figures: rows.zipf },
  ];
}

/** Active pages that differ, once all of them are shown. */
async function manyPages({ set }: Measured): Promise<readonly string[]> {
  const ids: string[] = [];
  let begun = 0;
  async function makeSome(): Promise<void> {
    while (begun < ACCOUNTS) {
      begun += 1;
      const name = `Chauffeur ${begun}`;
      const { token } = await signUp(set.origin);
      const some = Array.from({ length: PAGES_EACH }, () => createPage(set.origin, token, name, ITEMS));
      ids.push(...(await Promise.all(some)));
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, makeSome));
  await eventually(
    () => call(set.origin, 'GET', `/api/public/pages/${ids.at(-1)}`),
    ({ status }) => status === 200,
  );
  await quiet([set]);
  return ids;
}

/** A second at a time until each page was asked for about once, so that no page is asked for twice. */
async function firstAnswers(generator: LoadGenerator, load: Load, pages: number): Promise<number> {
  const { requestsPerSecond, failures } = await generator.run({ ...load, seconds: 1 });
  if (failures > 0) throw new Error(`${failures} of the first answers failed`);
  if (requestsPerSecond > pages) throw new Error('a second is too long for this many pages: make more');
  return requestsPerSecond;
}

async function rate(generator: LoadGenerator, load: Load): Promise<number> {
  const { requestsPerSecond, failures } = await generator.run(load);
  if (failures > 0) throw new Error(`${failures} answers failed`);
  return requestsPerSecond;
}

function figure(measured: number, repeated: number, goal: number): Figure {
  const ratio = measured / repeated;
  const text = `${ratio.toFixed(2)} (${Math.round(measured)} a second, one page ${Math.round(repeated)})`;
  return { text, met: ratio >= goal };
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
