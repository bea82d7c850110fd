import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** One request of the bystander, in milliseconds. */
export interface Wait {
  /** Machine time, comparable between processes. */
  readonly from: number;
  readonly until: number;
  readonly status: number;
  /** Processor time of the product during the request, all threads. */
  readonly worked: number;
}

/** Maximal additional wait for a public page during attacks, compared with no other load. */
export const LONGEST_MS = 300;

/** Maximal processor time of the main thread for one request, whatever it contains. */
export const MOST_MAIN_MS = 50;

/** Loads a public page repeatedly. */
export interface Bystander {
  /** The longest wait without other requests. */
  readonly alone: number;
  /** Resolves when all requests sent before this call are reflected in the bystander's waits. */
  settled(): Promise<void>;
  /** The longest wait that overlaps this time span. */
  longest(from: number, until: number): number;
  /** The longest wait so far, minus `alone`. */
  figure(): number;
  /** Stops its requests for a while. */
  pause(): boolean;
  resume(): boolean;
  stop(): boolean;
}

/**
 * How long the product made the bystander wait: the elapsed time, but at most the product's processor time.
 *
 * Elapsed time alone would measure the machine: on two shared cores any answer may take 300 ms although the product did
 * nothing, and the test would fail by chance. An attack keeps the product working: 9 s of planning are 9 s of processor
 * time on any machine. So the smaller of the two counts. All threads count, because a crowd of log-ins takes the cores
 * from the main thread. In addition, an attack during which the bystander waited too long is repeated alone: only an
 * attack that blocks the page each time is a fault (`strike.ts`). Before they were fixed, these attacks exceeded the
 * limit by a factor of 10 to 1,000.
 */
export function waited({ from, until, worked }: Wait): number {
  return Math.min(until - from, worked);
}

const PROCESS = fileURLToPath(new URL('./bystander-process.ts', import.meta.url));
/** For compiling code and filling caches before measuring. */
const WARM_UP = 30;
const ALONE = 40;

/**
 * Starts to load the page.
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
      const since = now();
      await until(() => (waits.at(-1)?.from ?? 0) > since);
    },
    longest: (from, to) => longestOf(waits.filter((wait) => wait.from < to && wait.until > from)),
    figure: () => Math.max(0, longestOf(waits) - alone),
    pause: () => child.kill('SIGSTOP'),
    resume: () => child.kill('SIGCONT'),
    stop: () => child.kill('SIGKILL'),
  };
}

/** A blocking attack is repeated: if one repetition does not block, the machine was the cause. */
export const TRIES = 3;

/**
 * Repeats an attack until the bystander's wait is within the limit; returns the longest wait of each time, minus
 * `alone`.
 */
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

/** The clock of the bystander's waits. */
export function now(): number {
  return performance.timeOrigin + performance.now();
}
