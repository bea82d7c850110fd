import { call } from '@volant/e2e/api';
import type { Bench, Measured } from '../compare.ts';
import { askOf } from '../listed-operation.ts';
import { pageTimes } from '../page-times.ts';
import { quiet } from '../product-set.ts';
import { median, percentile } from '../statistics.ts';
import type { Figure, Row } from '../table.ts';
import { keystrokeTimes } from './lists-browser.ts';

const PAGES = 100_000;
const PER_BULK = 1_000;
const ROUNDS = 10;
/** Block size of the web client. */
const BLOCK = 25;
const ROWS = 100;
const LONG_LIST = 10_000;
const LONG_LISTS = 7;
/** Of another client. */
const PAGES_PER_SECOND = 50;
const MADE_GOAL_S = 40;
const LIST_GOAL_MS = 60;
const LONG_LIST_GOAL_MS = 500;
const BESIDE_GOAL_MS = 50;
const KEY_GOAL_MS = 400;
/** Searches with few, many and no results, and with results that only identity knows. */
const SEARCHES = ['salon 42 - 7', 'e', 'zzzz', '0042', 'sal', 'driver-', '@example.com', 'ÉLÉGANCE'];
const FILTERS = [{}, { state: 'UNCLAIMED' }, { claimed: 'CLAIMED' }, { state: 'ACTIVE', claimed: 'UNCLAIMED' }];

/** The administrators' list of 100,000 pages, as the client and a program request it, and as a slow browser shows it. */
export async function listRows({ measured }: Bench): Promise<readonly Row[]> {
  const names = ['made', 'first', 'search', 'later', 'rows', 'long', 'beside', 'key'] as const;
  const rows = Object.fromEntries(names.map((name) => [name, {}])) as Record<
    (typeof names)[number],
    Record<string, Figure>
  >;
  for (const each of measured) {
    const { name } = each.set;
    const seconds = (await timeOf(() => fill(each))) / 1000;
    rows.made[name] = { text: `${seconds.toFixed(1)} s`, met: seconds <= MADE_GOAL_S };
    await quiet([each.set]);

    const ask = await askOf(each, 'AdminPages');
    const listed = (filter: object) => timeOf(() => ask({ first: BLOCK, filter }));
    await listed({});
    rows.first[name] = figure(await timesOf(FILTERS, listed), LIST_GOAL_MS);
    rows.search[name] = figure(await timesOf(SEARCHES, (search) => listed({ search })), LIST_GOAL_MS);
    const part = await askOf(each, 'AdminPagesPart');
    const { pages } = (await ask({ first: BLOCK, filter: {} })) as { pages: { pageInfo: { endCursor: string } } };
    const after = pages.pageInfo.endCursor;
    const offsets = [0, PAGES / 2, PAGES - 100];
    const parts = await timesOf(offsets, (offset) => timeOf(() => part({ first: BLOCK, after, offset, filter: {} })));
    rows.later[name] = figure(parts, LIST_GOAL_MS);

    rows.rows[name] = figure(await timesOf([ROWS], (limit) => restList(each, limit)), LIST_GOAL_MS);
    await quiet([each.set]);
    const long = longLists(each);
    const beside = await pageTimes(`${each.set.origin}/d/${each.seed.pageId}`, PAGES_PER_SECOND, long);
    rows.long[name] = figure(await long, LONG_LIST_GOAL_MS);
    rows.beside[name] = figure(beside, BESIDE_GOAL_MS, 1);
    rows.key[name] = figure(await keystrokeTimes(each), KEY_GOAL_MS);
  }
  const count = PAGES.toLocaleString('en');
  const ms = (goal: number) => `≤ ${goal} ms`;
  return [
    { name: `${count} pages made in batches of 1,000`, goal: `≤ ${MADE_GOAL_S} s`, figures: rows.made },
    { name: `first part of their list, with its counts, p95`, goal: ms(LIST_GOAL_MS), figures: rows.first },
    { name: 'search among them, with its counts, p95', goal: ms(LIST_GOAL_MS), figures: rows.search },
    { name: 'any later part of them, p95', goal: ms(LIST_GOAL_MS), figures: rows.later },
    { name: `${ROWS} of them over REST, p95`, goal: ms(LIST_GOAL_MS), figures: rows.rows },
    {
      name: `${LONG_LIST.toLocaleString('en')} of them over REST, p95`,
      goal: ms(LONG_LIST_GOAL_MS),
      figures: rows.long,
    },
    { name: 'a public page beside these, longest', goal: ms(BESIDE_GOAL_MS), figures: rows.beside },
    {
      name: 'what a keystroke finds, in a browser at a quarter of the speed, p95',
      goal: ms(KEY_GOAL_MS),
      figures: rows.key,
    },
  ];
}

async function fill({ set: { origin }, seed: { adminToken: token } }: Measured): Promise<void> {
  for (let bulk = 0; bulk < PAGES / PER_BULK; bulk += 1) {
    const input = { quantity: PER_BULK, prefixNote: `Salon ${bulk} -` };
    const { status, body } = await call(origin, 'POST', '/api/admin/pages/bulk', input, { token });
    if (status !== 201) throw new Error(`batch ${bulk} was answered ${status} ${body.code}`);
  }
}

async function longLists(each: Measured): Promise<readonly number[]> {
  const times: number[] = [];
  for (let run = 0; run < LONG_LISTS; run += 1) times.push(await restList(each, LONG_LIST));
  return times;
}

function restList({ set: { origin }, seed: { adminToken: token } }: Measured, limit: number): Promise<number> {
  return timeOf(async () => {
    const { status, body } = await call(origin, 'GET', `/api/admin/pages?limit=${limit}`, undefined, { token });
    if (status !== 200 || body.pages.length !== limit) throw new Error(`a list of ${limit} was answered ${status}`);
  });
}

async function timesOf<T>(cases: readonly T[], time: (one: T) => Promise<number>): Promise<readonly number[]> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) for (const one of cases) times.push(await time(one));
  return times;
}

async function timeOf(run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await run();
  return performance.now() - startedAt;
}

function figure(times: readonly number[], goal: number, share = 0.95): Figure {
  const slow = percentile(times, share);
  return { text: `${slow.toFixed(0)} ms (median ${median(times).toFixed(0)} ms)`, met: slow <= goal };
}
