import { expect, test } from 'vitest';
import { runScenario } from '../src/endurance/runner.ts';
import { amountAt } from '../src/endurance/scenario.ts';
import { collectKills, ingestKills } from '../src/endurance/scenarios/kills.ts';
import { lateInserts } from '../src/endurance/scenarios/late-inserts.ts';
import { replay } from '../src/endurance/scenarios/messages.ts';

/** Scenarios of a few minutes; `npm run endurance` runs all of them at full scale. */
const SCENARIOS = [collectKills, ingestKills, replay, lateInserts];
const SCALE = 0.01;

test.each(SCENARIOS)('a rehearsal of $name loses no event and counts no event twice', async (scenario) => {
  const say = (sentence: string) => void process.stdout.write(`${sentence}\n`);
  const { problems } = await runScenario(scenario, amountAt(scenario, SCALE), say);
  expect(problems).toEqual([]);
});
