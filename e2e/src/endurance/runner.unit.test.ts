import { describe, expect, it } from 'vitest';
import { reportOf } from './report.ts';
import { runScenarios } from './runner.ts';
import { CouldNotStart, Interrupted, type Outcome, type Scenario } from './scenario.ts';
import type { State } from './state.ts';

const HELD: Outcome = { answered202: 10, readBack: 10, lost: 0, doubled: 0, figures: { spells: 2 }, problems: [] };

function scenario(
  name: string,
  outcomes: readonly (Outcome | Error)[] = [],
): Scenario & { readonly amounts: number[] } {
  const amounts: number[] = [];
  return {
    name,
    what: `${name} done`,
    full: 100,
    unit: 'kills',
    atOnce: 20,
    amounts,
    async run(amount) {
      amounts.push(amount);
      const outcome = outcomes[amounts.length - 1] ?? HELD;
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
  };
}

/** Keeps the state between the calls of a runner, like the state folder. */
function runs() {
  let state: State = { runs: [] };
  let interruptedAfter = Number.POSITIVE_INFINITY;
  return {
    state: () => state,
    interruptAfter(rounds: number) {
      interruptedAfter = rounds;
    },
    run: (scenarios: readonly Scenario[], { scale = 1, resume = false, commit = 'c1' } = {}) =>
      runScenarios(scenarios, {
        scale,
        resume,
        commit,
        say() {},
        load: async () => state,
        async save(next) {
          state = next;
          interruptedAfter -= 1;
          if (interruptedAfter === 0) throw new Error('interrupted');
        },
      }),
  };
}

describe('the runner of the endurance scenarios', () => {
  it('runs a scenario in rounds up to its full amount, or the part of it that the scale asks for', async () => {
    const [whole, part] = [scenario('whole'), scenario('part')];
    expect(await runs().run([whole])).toBe(true);
    expect(await runs().run([part], { scale: 0.25 })).toBe(true);
    expect(whole.amounts).toEqual([20, 20, 20, 20, 20]);
    expect(part.amounts).toEqual([20, 5]);
  });

  it('resumes after the last saved round and skips finished scenarios', async () => {
    const kept = runs();
    const [first, second] = [scenario('first'), scenario('second')];
    kept.interruptAfter(7);
    await expect(kept.run([first, second])).rejects.toThrow('interrupted');
    await kept.run([first, second], { resume: true });
    expect([first.amounts.length, second.amounts.length]).toEqual([5, 5]);
  });

  it.each([
    ['without being asked to go on', { resume: false }],
    ['on another commit', { resume: true, commit: 'c2' }],
    ['at another scale', { resume: true, scale: 0.5 }],
  ])('starts again %s', async (_, asked) => {
    const kept = runs();
    const one = scenario('one');
    await kept.run([one]);
    const before = one.amounts.length;
    await kept.run([one], asked);
    expect(one.amounts.length).toBeGreaterThan(before);
  });

  it.each([
    ['loses something', { ...HELD, lost: 1, problems: ['lost 1'] }],
    ['cannot be done to its end', new Error('lost 1')],
  ])(
    'returns false if a scenario %s, runs no more of its rounds, and continues with the next scenario',
    async (_, outcome) => {
      const kept = runs();
      const [bad, good] = [scenario('bad', [HELD, outcome]), scenario('good')];
      expect(await kept.run([bad, good])).toBe(false);
      expect([bad.amounts.length, good.amounts.length]).toEqual([2, 5]);
      expect(reportOf([bad, good], kept.state())).toContain('**did not hold**: lost 1');
      await kept.run([bad], { resume: true });
      // A failed run is not continued.
      expect(bad.amounts.length).toBe(7);
    },
  );

  it('counts a scenario as neither failed nor passed if its servers did not start', async () => {
    const kept = runs();
    const one = scenario('one', [HELD, new CouldNotStart('Kafka did not answer')]);
    expect(await kept.run([one])).toBe(false);
    const row = 'interrupted after 20 of 100 (Kafka did not answer); held';
    expect(reportOf([one], kept.state())).toContain(row);
    expect(await kept.run([one], { resume: true })).toBe(true);
    expect(one.amounts).toHaveLength(6);
  });

  it('saves nothing of an interrupted round, and repeats it when resuming', async () => {
    const kept = runs();
    const one = scenario('one', [HELD, new Interrupted('SIGTERM')]);
    await expect(kept.run([one])).rejects.toThrow(Interrupted);
    expect(kept.state().runs[0]?.rounds).toHaveLength(1);
    expect(await kept.run([one], { resume: true })).toBe(true);
    expect(one.amounts).toHaveLength(6);
  });

  it('states why a scenario could not run, and does not report it as a success', async () => {
    const kept = runs();
    const one = { ...scenario('one'), obstacle: async () => 'there is no disk' };
    await kept.run([one]);
    expect(one.amounts).toEqual([]);
    expect(reportOf([one], kept.state())).toContain('not run: there is no disk');
  });
});

describe('the report of the endurance scenarios', () => {
  it('shows scale and commit of each row, and never more than was run', async () => {
    const kept = runs();
    const [whole, part, never] = [scenario('whole'), scenario('part'), scenario('never')];
    await kept.run([whole]);
    await kept.run([part], { scale: 0.05, commit: 'c2' });
    const rows = reportOf([whole, part, never], kept.state()).split('\n');
    expect(rows.find((row) => row.startsWith('| `whole`'))).toContain(
      '**100 kills**, in full | `c1` | 50 | 50 | 0 | 0 | held',
    );
    expect(rows.find((row) => row.startsWith('| `part`'))).toContain('5 of 100 kills; not run in full yet | `c2` | 10');
    expect(rows.find((row) => row.startsWith('| `never`'))).toContain('none of 100 kills |  |  |  |  |  | not run yet');
  });

  it('keeps a full run when a later partial run passed, and shows one that failed', async () => {
    const kept = runs();
    await kept.run([scenario('one')]);
    await kept.run([scenario('one')], { scale: 0.05, commit: 'c2' });
    expect(reportOf([scenario('one')], kept.state())).not.toContain('c2');
    await kept.run([scenario('one', [new Error('lost 3')])], { scale: 0.05, commit: 'c3' });
    const report = reportOf([scenario('one')], kept.state());
    expect(report).toContain('in full | `c1`');
    expect(report).toContain('**did not hold**: lost 3');
  });

  it('keeps a full run of the former report when a rehearsal passed, and shows one that failed', async () => {
    const kept = runs();
    await kept.run([scenario('one')]);
    const before = reportOf([scenario('one')], kept.state());
    const later = runs();
    await later.run([scenario('one')], { scale: 0.05, commit: 'c9' });
    expect(reportOf([scenario('one')], later.state(), before)).toBe(before);
    await later.run([scenario('one', [new Error('lost 3')])], { scale: 0.05, commit: 'c9' });
    const report = reportOf([scenario('one')], later.state(), before);
    expect(report).toContain('in full | `c1`');
    expect(report).toContain('**did not hold**: lost 3');
    expect(reportOf([scenario('one')], kept.state(), report)).toBe(before);
  });

  it('keeps the rows of other scenarios', async () => {
    const kept = runs();
    await kept.run([scenario('one')]);
    const before = reportOf([scenario('one'), scenario('two')], kept.state());
    const later = runs();
    await later.run([scenario('two')], { commit: 'c9' });
    const report = reportOf([scenario('one'), scenario('two')], later.state(), before);
    expect(report).toContain('in full | `c1`');
    expect(report).toContain('in full | `c9`');
  });
});
