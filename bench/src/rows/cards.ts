import { setTimeout as pause } from 'node:timers/promises';
import { call, eventually, logIn, SUPERADMIN, signUp } from '@volant/e2e/api';
import { processorSecondsOf, residentMiB } from '@volant/e2e/process-figures';
import { type Product, startProduct } from '@volant/e2e/product';
import { median } from '../statistics.ts';
import type { Figure, Row } from '../table.ts';
import { CARD_SETTINGS, writeCards } from '../write-cards.ts';

const STARTS = 3;
/** Until unused memory is returned to the system and views are saved. */
const SETTLE_MS = 60_000;
const READY_GOAL_S = 3;
const FIRST_GOAL_S = 10;
/** 400 MB. */
const MEMORY_GOAL = 381;

export const CARDS = 'embedded';

interface Started {
  readonly seconds: number;
  readonly processor: number;
}

/** Start time and idle memory of the embedded product with many cards, as many accounts and as many messages. */
export async function cardRows(data: string, count: number): Promise<readonly Row[]> {
  await writeCards(data, count);
  const first = await start(data);
  await pause(SETTLE_MS);
  const afterFirst = residentMiB(first.product.pid);
  await first.product.stop();

  const orderly: Started[] = [];
  const killed: Started[] = [];
  let idle = 0;
  let used = 0;
  for (let round = 0; round < STARTS; round += 1) {
    const left = await start(data);
    orderly.push(left);
    if (round === 0) {
      await pause(SETTLE_MS);
      idle = residentMiB(left.product.pid);
      await useLists(left.product);
      await pause(SETTLE_MS);
      used = residentMiB(left.product.pid);
    }
    const { id } = await signUp(left.product.origin);
    await left.product.kill();
    const again = await start(data);
    killed.push(again);
    await expectPerson(again.product, id);
    await again.product.stop();
  }

  const name = `${count.toLocaleString('en')} cards, accounts and messages: ready`;
  const row = (claim: string, goal: string, figure: Figure): Row => ({
    name: claim,
    goal,
    figures: { [CARDS]: figure },
  });
  const mib = (value: number) => ({ text: `${value.toFixed(0)} MiB` });
  return [
    row(`${name} the first time, from the events`, `≤ ${FIRST_GOAL_S} s`, readyFigure([first], FIRST_GOAL_S)),
    row(`${name} after an orderly end`, `≤ ${READY_GOAL_S} s`, readyFigure(orderly)),
    row(`${name} after a kill`, `≤ ${READY_GOAL_S} s`, readyFigure(killed)),
    row('memory idle', `≤ ${MEMORY_GOAL} MiB`, { ...mib(idle), met: idle <= MEMORY_GOAL }),
    row('memory idle after lists and searches; after the first start', '–', {
      text: `${mib(used).text}; ${mib(afterFirst).text}`,
    }),
  ];
}

async function start(data: string): Promise<Started & { readonly product: Product }> {
  const product = await startProduct(data, CARD_SETTINGS);
  return { product, seconds: product.readySeconds, processor: processorSecondsOf(product.pid) };
}

/** Medians. */
function textOf(starts: readonly Started[]): string {
  const seconds = median(starts.map((each) => each.seconds));
  const processor = median(starts.map((each) => each.processor));
  return `${seconds.toFixed(1)} s (${processor.toFixed(1)} s of a processor)`;
}

function readyFigure(starts: readonly Started[], goal = READY_GOAL_S): Figure {
  return { text: textOf(starts), met: median(starts.map(({ seconds }) => seconds)) <= goal };
}

/** Runs requests that search all data. */
async function useLists({ origin }: Product): Promise<void> {
  const token = await logIn(origin, SUPERADMIN);
  for (const path of [
    '/api/admin/pages?limit=25',
    '/api/admin/pages?limit=25&search=salon%2042',
    '/api/admin/users?limit=25&search=driver-4',
    '/api/support/inbox?limit=25',
    '/api/public/pages/c0000001',
  ]) {
    const { status } = await call(origin, 'GET', path, undefined, { token });
    if (status !== 200) throw new Error(`${path} was answered ${status}`);
  }
}

/** Checks that the last write before a kill survived. */
async function expectPerson({ origin }: Product, id: string): Promise<void> {
  const token = await logIn(origin, SUPERADMIN);
  await eventually(
    () => call(origin, 'GET', '/api/admin/users?limit=25', undefined, { token }),
    ({ body }) => body.users.some((user: { id: string }) => user.id === id),
  );
}
