import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@volant/e2e/api';
import { processorSecondsOf, residentMiB } from '@volant/e2e/process-figures';
import { type Processes, type ProcessName, STARTING_ORDER } from '@volant/e2e/processes';
import { withCardsOnServers } from '../cards-on-servers.ts';
import { median } from '../statistics.ts';
import type { Figure, Row } from '../table.ts';
import type { ManyCards } from '../write-cards.ts';
import { MEMORY_GOAL, READY_GOAL_S, textOf } from './cards.ts';

const STARTS = 3;
/** Until unused memory is returned to the system. */
const SETTLE_MS = 30_000;
const START_MS = 180_000;

interface Started {
  readonly seconds: number;
  readonly processor: number;
  readonly memory: number;
}

/**
 * Start time and idle memory of an additional process of each service, when the real servers hold as many cards,
 * accounts and messages as there are pages.
 */
export function cardsOnServers(cards: ManyCards): Promise<readonly Row[]> {
  return withCardsOnServers(cards, (product, first) => rowsOf(product, first, cards));
}

async function rowsOf(product: Processes, first: number, { count, directory }: ManyCards): Promise<readonly Row[]> {
  const started = new Map<ProcessName, { readonly fresh: Started; readonly again: readonly Started[] }>();
  for (const name of STARTING_ORDER) {
    const spool = path.join(directory, `spool-${name}`);
    const fresh = await startOf(product, name, spool, true);
    const again: Started[] = [];
    for (let round = 0; round < STARTS; round += 1) again.push(await startOf(product, name, spool, false));
    started.set(name, { fresh, again });
  }
  const row = (
    name: string,
    goal: string,
    figureOf: (of: { fresh: Started; again: readonly Started[] }) => Figure,
  ) => ({
    name,
    goal,
    figures: Object.fromEntries([...started].map(([process, of]) => [process, figureOf(of)])),
  });
  const name = `${count.toLocaleString('en')} cards, accounts and messages`;
  return [
    row(`${name}: all processes ready for the first time, views made`, '–', () => ({ text: `${first.toFixed(0)} s` })),
    row('one more, with nothing of its own: serves', '–', ({ fresh }) => ({ text: textOf([fresh]) })),
    row(`the same again: serves, median of ${STARTS}`, `≤ ${READY_GOAL_S} s`, ({ again }) => ({
      text: textOf(again),
      met: median(again.map(({ seconds }) => seconds)) <= READY_GOAL_S,
    })),
    row('memory idle', `≤ ${MEMORY_GOAL} MiB`, ({ fresh: { memory } }) => ({
      text: `${memory.toFixed(0)} MiB`,
      met: memory <= MEMORY_GOAL,
    })),
  ];
}

/** Starts the process beside the running ones, as a replacement does. */
async function startOf(product: Processes, name: ProcessName, spool: string, settles: boolean): Promise<Started> {
  const startedAt = performance.now();
  const replica = product.start(name, { VOLANT_SPOOL_DIR: spool });
  const asked = () => fetch(`${replica.operations()}/serving`).catch(() => undefined);
  await eventually(asked, (answer) => answer?.ok === true, START_MS);
  const seconds = (performance.now() - startedAt) / 1000;
  const processor = processorSecondsOf(replica.pid);
  if (settles) await pause(SETTLE_MS);
  const memory = residentMiB(replica.pid);
  await replica.stop();
  return { seconds, processor, memory };
}
