import { afterAll, beforeAll, expect, test } from 'vitest';
import { runScenarios } from '../src/endurance/runner.ts';
import { collectKills, ingestKills } from '../src/endurance/scenarios/kills.ts';
import { lostSecond } from '../src/endurance/scenarios/lost-second.ts';
import { replay } from '../src/endurance/scenarios/messages.ts';
import { lateInserts } from '../src/endurance/scenarios/network.ts';
import { isFinished, readState, writeState } from '../src/endurance/state.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../src/product.ts';

/** Scenarios that run on every machine; `npm run endurance` runs all of them at full scale. */
const SCENARIOS = [collectKills, ingestKills, replay, lateInserts, lostSecond];
const SCALE = 0.01;

let directory: TemporaryDirectory;

beforeAll(async () => {
  directory = await temporaryDirectory();
});
afterAll(() => directory.remove());

test.each(SCENARIOS)('a rehearsal of $name loses no event and counts no event twice', async (scenario) => {
  const held = await runScenarios([scenario], {
    scale: SCALE,
    commit: 'rehearsed',
    resume: false,
    say: (sentence) => void process.stdout.write(`${sentence}\n`),
    load: () => readState(directory.path),
    save: (state) => writeState(directory.path, state),
  });
  const [run] = (await readState(directory.path)).runs.filter((one) => one.scenario === scenario.name);
  if (run === undefined) throw new Error('nothing was written down');
  expect(run.rounds.flatMap(({ problems }) => problems)).toEqual([]);
  expect([held, isFinished(run, scenario)]).toEqual([true, true]);
});
