import type { Scheduler } from 'fast-check';
import type { Caller } from './simulated-clickhouse.ts';

/** Error that a process receives in place of an answer that was lost on the way. */
export class LostAnswer extends Error {}

export interface Misfortunes {
  /** Number of steps of each life of the process; the last life has no limit. */
  readonly lives: readonly number[];
  /** Steps, counted over all lives, whose answer is lost although the request took effect. */
  readonly lostAnswers: readonly number[];
  /** Turns to wait before each step, so that other processes overtake. */
  readonly slowness: number;
}

/** Runs a process until its work is done. When it dies it is restarted, as an orchestrator would do. */
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
          // Never resolves, because the process is dead.
          await new Promise(() => {});
        }
        if (what.startsWith('is ') && lost.has(taken)) throw new LostAnswer('the answer is lost');
      },
    };
    if ((await Promise.race([work(life), death])) !== 'dead') return;
  }
}
