import { expect, it } from 'vitest';
import { rowOf, withRow } from './report.ts';
import { runScenario } from './runner.ts';
import { Interrupted, type Outcome, type Scenario } from './scenario.ts';

const HELD: Outcome = {
  answered202: 1_000,
  readBack: 1_000,
  lost: 0,
  doubled: 0,
  figures: { spells: 2 },
  problems: [],
};
const scenario = (name: string, run: Scenario['run'] = async () => HELD): Scenario => ({
  name,
  what: `${name} done`,
  full: 100,
  unit: 'kills',
  run,
});
const run = (of: Scenario['run']) => runScenario(scenario('one', of), 100, () => {});

it('replaces the row of a scenario and keeps the others', async () => {
  const row = (name: string, commit: string) => rowOf(scenario(name), { ...HELD, seconds: 7 }, commit, '2026-11-29');
  const before = `head\n${row('one', 'c1')}\n${row('two', 'c1')}\n`;
  expect(row('one', 'c1')).toBe(
    '| `one` | one done | **100 kills**, in full | `c1` | 1,000 | 1,000 | 0 | 0 | held; spells 2; 7 s, 2026-11-29 |',
  );
  expect(withRow(before, scenario('one'), row('one', 'c2'))).toBe(`head\n${row('one', 'c2')}\n${row('two', 'c1')}\n`);
  expect(withRow(before, scenario('new'), row('new', 'c2'))).toBe(`${before}${row('new', 'c2')}\n`);
});

it('shows what did not hold', async () => {
  const result = await run(async () => ({ ...HELD, lost: 3, problems: ['lost 3'] }));
  expect(rowOf(scenario('one'), result, 'c1', '2026-11-29')).toContain('| 3 | 0 | **did not hold**: lost 3; spells 2');
});

it('counts a scenario as failed that cannot be done to its end, and ends at a signal', async () => {
  const fail = (error: Error) => run(() => Promise.reject(error));
  expect(await fail(new Error('no Kafka\nat'))).toMatchObject({ problems: ['could not be done: no Kafka'] });
  await expect(fail(new Interrupted('SIGTERM'))).rejects.toThrow(Interrupted);
});
