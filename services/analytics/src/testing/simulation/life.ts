import type { Scheduler } from 'fast-check';
import type { Caller } from './simulated-clickhouse.ts';

/** What a process is told in place of an answer that was lost on the way. */
export class LostAnswer extends Error {}

export interface Misfortunes {
  /** Steps that each life of the process has; the last one goes on for ever. */
  readonly lives: readonly number[];
  /** Steps, over all lives, whose answer is lost though what was asked for has happened. */
  readonly lostAnswers: readonly number[];
  /** Turns that it lets pass before each step, so that others overtake it. */
  readonly slowness: number;
}

/** Runs a process until its work is done: when it dies it is started anew, as an orchestrator would. */
export async function liveThrough(
  schedule: Scheduler,
  name: string,
  { lives, lostAnswers, slowness }: Misfortunes,
  work: (life: Caller) => Promise<void>,
): Promise<void> {
  const lost = new Set(lostAnswers);
  let taken = 0;
  for (const steps of [...lives, Number.POSITIVE_INFINITY]) {
    let left = steps;
    let die = () => {};
    const death = new Promise<'dead'>((resolve) => {
      die = () => resolve('dead');
    });
    const life: Caller = {
      async step(what) {
        for (let turn = 0; turn < slowness; turn += 1) await schedule.schedule(Promise.resolve(), `${name} dawdles`);
        await schedule.schedule(Promise.resolve(), `${name} ${what}`);
        taken += 1;
        left -= 1;
        if (left < 0) {
          die();
          // Whatever waits for a dead process waits for ever.
          await new Promise(() => {});
        }
        if (what.startsWith('is ') && lost.has(taken)) throw new LostAnswer('the answer is lost');
      },
    };
    if ((await Promise.race([work(life), death])) !== 'dead') return;
  }
}
