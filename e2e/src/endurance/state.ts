import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { amountAt, type Outcome, type Scenario } from './scenario.ts';

/** A part of a scenario that was run and compared as a unit. */
export interface Round extends Outcome {
  readonly amount: number;
  readonly at: string;
  readonly seconds: number;
}

/** The progress of a scenario at one scale on one commit. */
export interface Run {
  readonly scenario: string;
  readonly scale: number;
  readonly commit: string;
  readonly rounds: readonly Round[];
  /** Why this machine could not run it. */
  readonly obstacle?: string;
}

/** All runs in this folder, oldest first. */
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

/** Written atomically: a killed runner leaves the former state. */
export async function writeState(directory: string, state: State): Promise<void> {
  await mkdir(directory, { recursive: true });
  const beside = path.join(directory, `${FILE}.new`);
  await writeFile(beside, `${JSON.stringify(state, null, 2)}\n`);
  await rename(beside, path.join(directory, FILE));
}

export function amountDone({ rounds }: Run): number {
  return rounds.reduce((sum, { amount }) => sum + amount, 0);
}

/** Whether all rounds have run, with any result. */
export function isFinished(run: Run, scenario: Scenario): boolean {
  return amountDone(run) >= amountAt(scenario, run.scale);
}

/** Problems of all rounds; empty if everything passed. */
export function problemsOf({ rounds }: Run): readonly string[] {
  return rounds.flatMap(({ problems }) => problems);
}

export interface Asked {
  readonly scale: number;
  readonly commit: string;
  readonly resume: boolean;
}

/**
 * The run to continue or start. Resumes the last run of the same scale and commit, because results of one version say
 * nothing about another.
 */
export function runToDo({ runs }: State, { name }: Scenario, { scale, commit, resume }: Asked): Run {
  const last = runs.findLast((run) => run.scenario === name && run.scale === scale && run.commit === commit);
  if (resume && last !== undefined && problemsOf(last).length === 0) return last;
  return { scenario: name, scale, commit, rounds: [] };
}

/** The state with this run in place of the former one, or appended. */
export function withRun({ runs }: State, from: Run, to: Run): State {
  return { runs: [...runs.filter((run) => run !== from), to] };
}

/** Amounts of the remaining rounds. */
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
