import { amountAt, CouldNotStart, Interrupted, type Outcome, type Scenario } from './scenario.ts';
import { type Asked, isFinished, problemsOf, type Run, roundsLeft, runToDo, type State, withRun } from './state.ts';

export interface Runner extends Asked {
  readonly load: () => Promise<State>;
  /** Called after every round, so that an interrupted run can resume. */
  readonly save: (state: State) => Promise<void>;
  readonly say: (sentence: string) => void;
}

/**
 * Runs the remaining rounds of each scenario, one scenario after another.
 * @returns whether all of them passed
 */
export async function runScenarios(scenarios: readonly Scenario[], runner: Runner): Promise<boolean> {
  const { load, save, say, ...asked } = runner;
  let held = true;
  for (const scenario of scenarios) {
    let state = await load();
    let run = runToDo(state, scenario, asked);
    const put = async (next: Run) => {
      state = withRun(state, run, next);
      run = next;
      await save(state);
    };
    const obstacle = await scenario.obstacle?.();
    if (obstacle !== undefined) {
      say(`${scenario.name}: not run, as ${obstacle}`);
      await put({ ...run, obstacle });
      continue;
    }
    if (isFinished(run, scenario)) say(`${scenario.name}: already done at this scale on this commit`);
    for (const amount of roundsLeft(scenario, run)) {
      say(`${scenario.name}: ${scenario.what}; ${amount} of ${amountAt(scenario, asked.scale)} ${scenario.unit}`);
      const at = new Date();
      const outcome = await tried(scenario, amount, say);
      if (outcome instanceof CouldNotStart) {
        await put({ ...run, obstacle: outcome.message });
        break;
      }
      const seconds = Math.round((Date.now() - at.getTime()) / 1000);
      await put({ ...run, rounds: [...run.rounds, { amount, at: at.toISOString(), seconds, ...outcome }] });
      say(`${scenario.name}: ${JSON.stringify({ ...outcome, seconds, commit: run.commit })}`);
      // A scenario that failed would fail again; continue with the others.
      if (outcome.problems.length > 0) break;
    }
    held &&= isFinished(run, scenario) && problemsOf(run).length === 0;
  }
  return held;
}

/** A scenario that cannot finish counts as failed. */
async function tried({ name, run }: Scenario, amount: number, say: Runner['say']): Promise<Outcome | CouldNotStart> {
  try {
    return await run(amount, (sentence) => say(`  ${name}: ${sentence}`));
  } catch (error) {
    if (error instanceof Interrupted) throw error;
    say(error instanceof Error ? (error.stack ?? error.message) : String(error));
    if (error instanceof CouldNotStart) return error;
    const [sentence = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    return { figures: {}, problems: [sentence.slice(0, 300)] };
  }
}
