import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** One answer that the bystander waited for, in milliseconds. */
export interface Wait {
  /** By the clock of the machine, which all processes share. */
  readonly from: number;
  readonly until: number;
  readonly status: number;
  /** Processor time that the product used meanwhile, all its threads together. */
  readonly worked: number;
}

/** How much longer than alone anybody may wait for a public page, whatever others send. */
export const LONGEST_MS = 300;

/** Whoever asks for a public page all the while. */
export interface Bystander {
  /** The longest wait while nobody else asked for anything. */
  readonly alone: number;
  /** Resolves when whatever was sent before this call has had its effect on the bystander's waits. */
  settled(): Promise<void>;
  /** The longest wait that touches this span of time. */
  longest(from: number, until: number): number;
  /** The longest wait so far, alone taken off: the figure. */
  figure(): number;
  stop(): boolean;
}

/**
 * How long the product itself made the bystander wait: not longer than the clock says, and not longer than the
 * product was at work at all.
 *
 * The clock alone would say more about the machine than about the product. Where two cores are shared with other
 * work, any answer may take 300 ms although the product did nothing, and a test that asserts the clock fails by
 * chance. What an attack does is to keep the product at work: 9 s of planning are 9 s of processor time, on a quiet
 * machine and on a busy one. So the smaller of the two is the wait that counts. All threads count and not the main
 * one alone, as a crowd of log-ins takes the cores away from it. Beside that, an attack in whose time somebody waited
 * too long is sent again, alone: only what keeps the page waiting each time is a fault (`strike.ts`). What these
 * attacks did before they were ended was 10 to 1,000 times the limit.
 */
export function waited({ from, until, worked }: Wait): number {
  return Math.min(until - from, worked);
}

const PROCESS = fileURLToPath(new URL('./bystander-process.ts', import.meta.url));
/** Code is compiled and caches fill before anything is measured. */
const WARM_UP = 30;
const ALONE = 40;

/**
 * Begins to ask for the page.
 * @param pid of the product
 */
export async function startBystander(address: string, pid: number): Promise<Bystander> {
  const child = fork(PROCESS, [address, String(pid)], { execArgv: ['--import', 'tsx'] });
  const waits: Wait[] = [];
  child.on('message', (wait) => waits.push(wait as Wait));

  async function until(holds: () => boolean): Promise<void> {
    while (!holds()) {
      if (child.exitCode !== null) throw new Error('the bystander has ended');
      await sleep(5);
    }
  }

  await once(child, 'message');
  await until(() => waits.length >= WARM_UP + ALONE);
  const wrong = waits.find(({ status }) => status !== 200);
  if (wrong !== undefined) throw new Error(`the page was answered ${wrong.status} to the bystander`);
  const alone = Math.max(...waits.slice(WARM_UP).map(waited));
  waits.length = 0;

  const longestOf = (some: readonly Wait[]) => some.reduce((longest, wait) => Math.max(longest, waited(wait)), 0);
  return {
    alone,
    async settled() {
      const asked = now();
      await until(() => (waits.at(-1)?.from ?? 0) > asked);
    },
    longest: (from, to) => longestOf(waits.filter((wait) => wait.from < to && wait.until > from)),
    figure: () => Math.max(0, longestOf(waits) - alone),
    stop: () => child.kill(),
  };
}

/** An attack that kept somebody waiting is made again: only what does so each time is a fault, and not the machine's. */
export const TRIES = 3;

/** Makes an attack until the bystander waited no longer than they may; the longest wait of each time, alone taken off. */
export async function waitsDuring(bystander: Bystander, attack: () => Promise<void>): Promise<readonly number[]> {
  const waits: number[] = [];
  while (waits.length < TRIES && waits.every((wait) => wait > LONGEST_MS)) {
    const from = now();
    await attack();
    await bystander.settled();
    waits.push(Math.max(0, bystander.longest(from, now()) - bystander.alone));
  }
  return waits;
}

/** The clock that the bystander's waits are told by. */
export function now(): number {
  return performance.timeOrigin + performance.now();
}
