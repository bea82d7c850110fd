import { Interrupted, type Outcome, type Scenario } from './scenario.ts';

export interface Result extends Outcome {
  readonly seconds: number;
  /** The first and only problem is that it could not be done to its end, which says nothing about the product. */
  readonly isUnfinished?: true;
}

/** Runs a scenario. One that cannot be done to its end counts as failed. */
export async function runScenario(
  { name, run }: Scenario,
  amount: number,
  say: (sentence: string) => void,
): Promise<Result> {
  const startedAt = performance.now();
  const seconds = () => Math.round((performance.now() - startedAt) / 1000);
  try {
    const outcome = await run(amount, (sentence) => say(`  ${name}: ${sentence}`));
    return { ...outcome, seconds: seconds() };
  } catch (error) {
    if (error instanceof Interrupted) throw error;
    say(error instanceof Error ? (error.stack ?? error.message) : String(error));
    const [sentence = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    return { figures: {}, problems: [`could not be done: ${sentence}`], isUnfinished: true, seconds: seconds() };
  }
}
