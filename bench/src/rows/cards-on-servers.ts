import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@volant/e2e/api';
import { processorSecondsOf, residentMiB } from '@volant/e2e/process-figures';
import { type Processes, type ProcessName, STARTING_ORDER } from '@volant/e2e/processes';
import { withCardsOnServers } from '../cards-on-servers.ts';
import { median } from '../statistics.ts';
import type { Figure, Row } from '../table.ts';
import type { ManyCards } from '../write-cards.ts';
import { MEMORY_GOAL, READY_GOAL_S } from './cards.ts';

export const CARD_PROCESSES: readonly ProcessName[] = STARTING_ORDER;
const STARTS = 3;
/** Until memory that is used no more is given back. */
const SETTLE_MS = 30_000;
const START_MS = 180_000;

interface Started {
  readonly seconds: number;
  readonly processor: number;
  readonly memory: number;
}

/**
 * How soon a process of each service serves beside the ones that run, and its memory idle, where the real servers hold
 * as many cards, accounts and messages as there are pages.
 */
export function cardsOnServers(cards: ManyCards): Promise<readonly Row[]> {
  return withCardsOnServers(cards, (product, first) => rowsOf(product, first, cards));
}

async function rowsOf(product: Processes, first: number, { count, directory }: ManyCards): Promise<readonly Row[]> {
  const starts = new Map<ProcessName, readonly Started[]>();
  for (const name of CARD_PROCESSES) {
    const all: Started[] = [];
    for (let start = 0; start < STARTS; start += 1) {
      all.push(await startOf(product, name, path.join(directory, `spool-${name}-${start}`), start === 0));
    }
    starts.set(name, all);
  }
  const figures = (figureOf: (all: readonly Started[]) => Figure) =>
    Object.fromEntries([...starts].map(([name, all]) => [name, figureOf(all)]));
  return [
    {
      name: `${count.toLocaleString('en')} cards, accounts and messages: from a start to the first request, median of ${STARTS} (the first of all, all processes: ${first.toFixed(0)} s)`,
      goal: `≤ ${READY_GOAL_S} s`,
      figures: figures((all) => {
        const seconds = median(all.map((each) => each.seconds));
        const processor = median(all.map((each) => each.processor));
        const text = `${seconds.toFixed(1)} s (${processor.toFixed(1)} s of a processor)`;
        return { text, met: seconds <= READY_GOAL_S };
      }),
    },
    {
      name: 'memory idle',
      goal: `≤ ${MEMORY_GOAL} MiB`,
      figures: figures(([{ memory } = { memory: 0 }]) => ({
        text: `${memory.toFixed(0)} MiB`,
        met: memory <= MEMORY_GOAL,
      })),
    },
  ];
}

/** Beside the processes that run, as one that takes the place of another. */
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
