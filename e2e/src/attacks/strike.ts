import { isTried } from '../cases.ts';
import { mainThreadMs } from '../process-figures.ts';
import { type Attack, faultOf, send, Unanswered } from './attack.ts';
import { type Bystander, LONGEST_MS, MOST_MAIN_MS, now, TRIES } from './bystander.ts';

export interface Struck {
  /** Attacks with a faulty answer, and the answer. */
  readonly faults: readonly string[];
  /** Attacks that blocked the bystander or the main thread every time, with the times. */
  readonly blocking: readonly string[];
}

export interface StrikeParts {
  readonly origin: string;
  readonly bystander: Bystander;
  readonly product: { readonly pid: number };
  readonly codes: ReadonlySet<string>;
  readonly attacks: Iterable<Attack>;
  readonly atOnce?: number;
}

/** `npm test` runs every 7th attack; 7 is prime, so each kind of value reaches several fields. */
const ONE_OF = 7;
/** More failures add no information, and each takes time. */
const MOST = 20;

/** Sends attacks, a few at once, while the bystander loads the page, and returns those that did harm. */
export async function strike({ origin, product, bystander, codes, attacks, atOnce = 4 }: StrikeParts): Promise<Struck> {
  const spans: { readonly attack: Attack; readonly from: number; readonly until: number; readonly worked: number }[] =
    [];
  const faults: string[] = [];
  const unanswered: string[] = [];
  const byStatus: Record<number, number> = {};
  const left = part(attacks);
  const begun = now();

  async function worker(): Promise<void> {
    for (let next = left.next(); !next.done && faults.length < MOST && unanswered.length === 0; next = left.next()) {
      const attack = next.value;
      const from = now();
      const before = mainThreadMs(product.pid);
      const answer = await send(origin, attack).catch((error: unknown) => {
        if (!(error instanceof Unanswered)) throw error;
        unanswered.push(error.message);
      });
      if (answer === undefined) return;
      spans.push({ attack, from, until: now(), worked: mainThreadMs(product.pid) - before });
      byStatus[answer.status] = (byStatus[answer.status] ?? 0) + 1;
      const fault = faultOf(attack, answer, codes) ?? attack.also?.(answer);
      if (fault !== undefined) faults.push(`${attack.name} → ${fault}`);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker));
  // The product may be blocked for hours, so do not wait for the bystander.
  if (unanswered.length > 0) return { faults, blocking: unanswered };
  await bystander.settled();

  const limit = bystander.alone + LONGEST_MS;
  const suspects = spans.filter(({ from, until }) => bystander.longest(from, until) > limit);
  const blocking: string[] = [];
  for (const { attack } of suspects) {
    const waits = await triedAgain(origin, bystander, attack, limit);
    if (waits.every((wait) => wait > limit)) blocking.push(`${attack.name}: ${waits.map(Math.round).join(', ')} ms`);
    if (blocking.length >= MOST) break;
  }
  bystander.pause();
  // The work for other requests is part of the first figure.
  const dear = spans.filter(({ worked }) => worked > MOST_MAIN_MS);
  let most = 0;
  for (const { attack } of dear) {
    const ms = await mainThreadCost(product.pid, () => send(origin, attack));
    most = Math.max(most, ms);
    if (ms > MOST_MAIN_MS) blocking.push(`${attack.name}: ${Math.round(ms)} ms of the main thread`);
    if (blocking.length >= MOST) break;
  }
  bystander.resume();
  const seconds = ((now() - begun) / 1000).toFixed(1);
  process.stdout.write(
    `${spans.length} attacks in ${seconds} s, by status ${JSON.stringify(byStatus)}; ` +
      `longest wait for the page ${bystander.figure().toFixed(0)} ms above its ${bystander.alone.toFixed(0)} ms alone, ` +
      `${dear.length} alone took up to ${most.toFixed(0)} ms of the main thread\n`,
  );
  return { faults, blocking };
}

/** Code that is not compiled yet and a busy cache double the first figures. */
const MAIN_TRIES = 6;

/** Least processor time of the main thread for a request, while nothing else is sent. */
export async function mainThreadCost(pid: number, sendOne: () => Promise<unknown>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let time = 0; time < MAIN_TRIES && least > MOST_MAIN_MS; time += 1) {
    const before = mainThreadMs(pid);
    await sendOne();
    least = Math.min(least, mainThreadMs(pid) - before);
  }
  return least;
}

/** The longest wait of each repetition; stops at the first that is within the limit. */
async function triedAgain(origin: string, bystander: Bystander, attack: Attack, limit: number): Promise<number[]> {
  const waits: number[] = [];
  for (let time = 0; time < TRIES; time += 1) {
    const from = now();
    await send(origin, attack);
    await bystander.settled();
    const wait = bystander.longest(from, now());
    waits.push(wait);
    if (wait <= limit) break;
  }
  return waits;
}

function* part(attacks: Iterable<Attack>): Generator<Attack> {
  let at = 0;
  for (const attack of attacks) {
    if (isTried(at % ONE_OF === 0)) yield attack;
    at += 1;
  }
}
