import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { amountAt, type Outcome, type Scenario } from './scenario.ts';

/** A part of a scenario that was done and compared in one go. */
export interface Round extends Outcome {
  readonly amount: number;
  readonly at: string;
  readonly seconds: number;
}

/** A scenario at one scale on one commit, as far as it has come. */
export interface Run {
  readonly scenario: string;
  readonly scale: number;
  readonly commit: string;
  readonly rounds: readonly Round[];
  /** Why it could not be run here. */
  readonly obstacle?: string;
}

/** Everything that was ever run into this directory, oldest first. */
export interface State {
  readonly runs: readonly Run[];
}

const FILE = 'state.json';

export async function readState(directory: string): Promise<State> {
  try {
    return JSON.parse(await readFile(path.join(directory, FILE), 'utf8')) as State;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { runs: [] };
    throw error;
  }
}

/** In one step: a runner killed in the middle leaves the state of before. */
export async function writeState(directory: string, state: State): Promise<void> {
  await mkdir(directory, { recursive: true });
  const beside = path.join(directory, `${FILE}.new`);
  await writeFile(beside, `${JSON.stringify(state, null, 2)}\n`);
  await rename(beside, path.join(directory, FILE));
}

export function amountDone({ rounds }: Run): number {
  return rounds.reduce((sum, { amount }) => sum + amount, 0);
}

/** Whether all of it was done, with whatever outcome. */
export function isFinished(run: Run, scenario: Scenario): boolean {
  return amountDone(run) >= amountAt(scenario, run.scale);
}

/** Without the part of it that did not hold, everything held. */
export function problemsOf({ rounds }: Run): readonly string[] {
  return rounds.flatMap(({ problems }) => problems);
}

export interface Asked {
  readonly scale: number;
  readonly commit: string;
  readonly resume: boolean;
}

/**
 * The run to go on with. Resumed is the last one of the same scale and commit:
 * kills of one version say nothing about another.
 */
export function runToDo({ runs }: State, { name }: Scenario, { scale, commit, resume }: Asked): Run {
  const last = runs.findLast((run) => run.scenario === name && run.scale === scale && run.commit === commit);
  if (resume && last !== undefined && problemsOf(last).length === 0) return last;
  return { scenario: name, scale, commit, rounds: [] };
}

/** The state with this run in the place of what it goes on from, or as its newest. */
export function withRun({ runs }: State, from: Run, to: Run): State {
  return { runs: [...runs.filter((run) => run !== from), to] };
}

/** The amounts of the rounds that are still to be done. */
export function roundsLeft(scenario: Scenario, run: Run): readonly number[] {
  const rounds: number[] = [];
  const { atOnce = Number.POSITIVE_INFINITY } = scenario;
  for (let left = amountAt(scenario, run.scale) - amountDone(run); left > 0; ) {
    const next = Math.min(left, atOnce);
    rounds.push(next);
    left -= next;
  }
  return rounds;
}
