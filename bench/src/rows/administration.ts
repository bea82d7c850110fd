import { call } from '@volant/e2e/api';
import type { Bench, Measured } from '../compare.ts';
import { askOf } from '../listed-operation.ts';
import { quiet } from '../product-set.ts';
import { median, percentile } from '../statistics.ts';
import type { Figure, Row } from '../table.ts';
import { inBrowser } from './administration-browser.ts';
import { PRINT_GOAL, PRINTED, printFile } from './print-files.ts';

const PAGES = 100_000;
const PER_BULK = 1_000;
const ROUNDS = 10;
/** Block size of the web client. */
const BLOCK = 25;
/** Pages that the client reads and changes at once, and changes on their way. */
const READ_AT_ONCE = 1_000;
const CHANGED_AT_ONCE = 500;
const SENT_AT_ONCE = 2;
const CHANGE_GOAL = 60_000;
const LIST_GOAL = 150;
const ROWS_GOAL = 1_500;
const KEY_GOAL = 400;
/** Searches with few, many and no results, and with results that only identity knows. */
const SEARCHES = ['salon 42 - 7', 'e', 'zzzz', '0042', 'sal', 'driver-', '@example.com', 'ÉLÉGANCE'];
/** Finds the pages of one bulk. */
const ONE_BULK = 'salon 42 -';
const FILTERS = [{}, { state: 'UNCLAIMED' }, { claimed: 'CLAIMED' }, { state: 'ACTIVE', claimed: 'UNCLAIMED' }];

/** The list of 100,000 pages, as the client requests it, changes it, and as a browser shows it on a slow machine. */
export async function administrationRows({ measured }: Bench): Promise<readonly Row[]> {
  const names = ['first', 'search', 'end', 'shown', 'key', 'change', 'cards', 'codes'] as const;
  const rows = Object.fromEntries(names.map((name) => [name, {}])) as Record<
    (typeof names)[number],
    Record<string, Figure>
  >;
  for (const each of measured) {
    const { name } = each.set;
    await fill(each);
    await quiet([each.set]);
    const ask = await askOf(each, 'AdminPages');
    const listed = (filter: object) => timeOf(() => ask({ first: BLOCK, filter }));
    await listed({});
    rows.first[name] = figure(await timesOf(FILTERS, listed), LIST_GOAL);
    rows.search[name] = figure(await timesOf(SEARCHES, (search) => listed({ search })), LIST_GOAL);
    const part = await askOf(each, 'AdminPagesPart');
    const { pages } = (await ask({ first: BLOCK, filter: {} })) as { pages: { pageInfo: { endCursor: string } } };
    const after = pages.pageInfo.endCursor;
    const offsets = [0, PAGES / 2, PAGES - 100];
    const parts = await timesOf(offsets, (offset) => timeOf(() => part({ first: BLOCK, after, offset, filter: {} })));
    rows.end[name] = figure(parts, LIST_GOAL);
    const seen = await inBrowser(each);
    rows.shown[name] = figure(seen.shown, ROWS_GOAL);
    rows.key[name] = figure(seen.keys, KEY_GOAL);
    const changed = await timeOf(() => changeAll(each));
    rows.change[name] = { text: `${(changed / 1000).toFixed(1)} s`, met: changed <= CHANGE_GOAL };
    await quiet([each.set]);
    rows.cards[name] = await printFile(each, 'card', ONE_BULK);
    rows.codes[name] = await printFile(each, 'codes', ONE_BULK);
  }
  const count = PAGES.toLocaleString('en');
  const printed = PRINTED.toLocaleString('en');
  const printGoal = `≤ ${PRINT_GOAL.seconds} s, ${PRINT_GOAL.megabytes} MB`;
  const slow = 'in a browser at a quarter of the speed';
  return [
    {
      name: `first page of ${count}, with the counts of its filters, p95`,
      goal: `≤ ${LIST_GOAL} ms`,
      figures: rows.first,
    },
    { name: 'search among them, with its counts, p95', goal: `≤ ${LIST_GOAL} ms`, figures: rows.search },
    { name: 'any later part of them, p95', goal: `≤ ${LIST_GOAL} ms`, figures: rows.end },
    { name: `first rows ${slow}, p95`, goal: `≤ ${ROWS_GOAL} ms`, figures: rows.shown },
    { name: `what a keystroke finds ${slow}, p95`, goal: `≤ ${KEY_GOAL} ms`, figures: rows.key },
    {
      name: `state of all ${count} changed by the selection of all that match`,
      goal: `≤ ${CHANGE_GOAL / 1000} s`,
      figures: rows.change,
    },
    { name: `PDF of ${printed} cards in a browser`, goal: printGoal, figures: rows.cards },
    { name: `ZIP of ${printed} codes in a browser`, goal: printGoal, figures: rows.codes },
  ];
}

async function fill({ set: { origin }, seed: { adminToken: token } }: Measured): Promise<void> {
  for (let bulk = 0; bulk < PAGES / PER_BULK; bulk += 1) {
    const input = { quantity: PER_BULK, prefixNote: `Salon ${bulk} -` };
    const { status } = await call(origin, 'POST', '/api/admin/pages/bulk', input, { token });
    if (status !== 201) throw new Error(`a bulk was answered ${status}`);
  }
}

type ListedPages = {
  readonly pages: {
    readonly nodes: readonly { readonly id: string; readonly version: number; readonly state: string }[];
    readonly pageInfo: { readonly endCursor: string; readonly hasNextPage: boolean };
  };
};

/** @throws if a page is lost, doubled or refused */
async function changeAll(each: Measured): Promise<void> {
  const read = await askOf(each, 'PagesToChange');
  const change = await askOf(each, 'ChangePages');
  const pages: { readonly id: string; readonly version: number }[] = [];
  for (let after: string | null = null, goesOn = true; goesOn; ) {
    const { pages: list }: ListedPages = await read({ first: READ_AT_ONCE, after, filter: { state: 'UNCLAIMED' } });
    pages.push(...list.nodes);
    after = list.pageInfo.endCursor;
    goesOn = list.pageInfo.hasNextPage;
  }
  const done = new Set<string>();
  let next = 0;
  const send = async () => {
    while (next < pages.length) {
      const some = pages.slice(next, next + CHANGED_AT_ONCE);
      next += CHANGED_AT_ONCE;
      const changes = some.map(({ id, version }) => ({ id, expectedVersion: version, state: 'INACTIVE' }));
      const answer = (await change({ changes })) as { changePages: readonly { outcome: string }[] };
      for (const [place, { id }] of some.entries()) if (answer.changePages[place]?.outcome === 'DONE') done.add(id);
    }
  };
  await Promise.all(Array.from({ length: SENT_AT_ONCE }, send));
  if (pages.length < PAGES || done.size !== pages.length) throw new Error(`${done.size} of ${pages.length} changed`);
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

function figure(times: readonly number[], goal: number): Figure {
  const slow = percentile(times, 0.95);
  return { text: `${slow.toFixed(0)} ms (median ${median(times).toFixed(0)} ms)`, met: slow <= goal };
}
