import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { call, logIn, SUPERADMIN, SUPERADMIN_SETTINGS } from '@volant/e2e/api';
import { residentMiB } from '@volant/e2e/process-figures';
import { type Product, startProduct } from '@volant/e2e/product';
import { median } from './statistics.ts';
import { steadyLoad } from './steady-load.ts';
import { writeCards } from './write-cards.ts';

const SETTINGS = { ...SUPERADMIN_SETTINGS, NODE_ENV: 'production', VOLANT_LOG_LEVEL: 'warn' };
/** Subfolder of a data directory that holds the activities. */
const ANALYTICS = 'clickhouse';
/** Id of the first card that the writer creates. */
const CARD = 'c0000000';
const STARTS = 3;
/** Until unused memory is returned to the system and views are saved. */
const SETTLE_MS = 60_000;
const EVENTS_PER_SECOND = 1_000;
const LOAD_MS = 60_000;
const SAMPLE_MS = 1_000;
const RUNS = 20;

export interface ScaleOfProduct {
  /** From the start of the process; the median. */
  readonly readySeconds: number;
  readonly idleMiB: number;
  /** Milliseconds of each request for the administrators' default list, and for a search in it. */
  readonly adminList: readonly number[];
  readonly adminSearch: readonly number[];
  /** Maximum while events arrive. */
  readonly loadedMiB: number;
}

/**
 * The whole embedded product on a data directory that already holds analytics: replaces all other data with cards, as
 * many accounts and as many messages, and starts it as an operator does.
 */
export async function measureProductAtScale(data: string, cards: number): Promise<ScaleOfProduct> {
  for (const name of await readdir(data)) {
    if (name !== ANALYTICS) await rm(path.join(data, name), { recursive: true });
  }
  await writeCards(data, cards);
  // The first start builds the views from the events and saves them.
  const first = await startProduct(data, SETTINGS);
  await pause(SETTLE_MS);
  await first.stop();
  const seconds: number[] = [];
  for (let start = 1; start < STARTS; start += 1) {
    const product = await startProduct(data, SETTINGS);
    seconds.push(product.readySeconds);
    await product.stop();
  }
  const product = await startProduct(data, SETTINGS);
  try {
    seconds.push(product.readySeconds);
    await pause(SETTLE_MS);
    const idleMiB = residentMiB(product.pid);
    const token = await logIn(product.origin, SUPERADMIN);
    const timesOfList = (query: string) => timesOf(product, `/api/admin/pages?limit=25${query}`, token);
    const lists = { adminList: await timesOfList(''), adminSearch: await timesOfList('&search=salon%204') };
    return { readySeconds: median(seconds), idleMiB, ...lists, loadedMiB: await mostUnderLoad(product) };
  } finally {
    await product.stop();
  }
}

async function timesOf({ origin }: Product, path: string, token: string): Promise<readonly number[]> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const startedAt = performance.now();
    const { status } = await call(origin, 'GET', path, undefined, { token });
    if (status !== 200) throw new Error(`${path} was answered ${status}`);
    times.push(performance.now() - startedAt);
  }
  return times;
}

async function mostUnderLoad({ origin, pid }: Product): Promise<number> {
  const load = steadyLoad(origin, CARD, EVENTS_PER_SECOND);
  let most = 0;
  const until = performance.now() + LOAD_MS;
  while (performance.now() < until) {
    most = Math.max(most, residentMiB(pid));
    await pause(SAMPLE_MS);
  }
  load.stop();
  const { failed } = load.counts();
  if (failed > 0) throw new Error(`${failed} events of the load were refused`);
  return most;
}
