import { amountAt, type Scenario } from './scenario.ts';
import { amountDone, isFinished, problemsOf, type Round, type Run, type State } from './state.ts';

const HEAD = `# Endurance

What was done to the product to make it lose an event or count one twice, and what came of it. \`npm run endurance\` does it and writes this file ([how](../reference/tests.md#endurance)). Every process and server ran on one machine; the tables and reports were compared with the runner's own list of what it was answered 202, id by id, and by page, day and type.

| | what was done | how much | commit | events answered 202 | read back | lost | doubled | what came of it |
|---|---|---|---|---|---|---|---|---|
`;

const IN_FULL = ', in full |';

/**
 * The report as Markdown. A scenario keeps its rows of the former report if it has no run in this state, or only
 * rehearsals after a full run; of these, those that failed are added.
 */
export function reportOf(scenarios: readonly Scenario[], state: State, before = ''): string {
  const rows = scenarios.flatMap((scenario) => {
    const former = before.split('\n').filter((line) => line.startsWith(`| \`${scenario.name}\` |`));
    const runs = worthTelling(scenario, state);
    const isRehearsal =
      runs.length > 0 && runs.every(({ scale }) => scale < 1) && former.some((row) => row.includes(IN_FULL));
    const kept = isRehearsal ? former.filter((row) => row.includes(IN_FULL)) : [];
    const told = isRehearsal ? runs.filter((run) => problemsOf(run).length > 0) : runs;
    if (kept.length + told.length > 0) return [...kept, ...told.map((run) => rowOf(scenario, run))];
    return former.length > 0 ? former : [rowOf(scenario, undefined)];
  });
  return `${HEAD}${rows.join('\n')}\n`;
}

/** The newest finished run at the largest scale, and failed runs after it. */
function worthTelling(scenario: Scenario, { runs }: State): readonly Run[] {
  const own = runs.filter((run) => run.scenario === scenario.name);
  const finished = own.filter((run) => isFinished(run, scenario) && run.rounds.length > 0);
  const best = finished.findLast((run) => run.scale === Math.max(...finished.map(({ scale }) => scale))) ?? own.at(-1);
  if (best === undefined) return [];
  const since = own.slice(own.indexOf(best) + 1);
  return [best, ...since.filter((run) => problemsOf(run).length > 0)];
}

function rowOf(scenario: Scenario, run: Run | undefined): string {
  const { name, what, full, unit } = scenario;
  const whole = `${number(full)} ${unit}`;
  const cells = (amount: string, rest: readonly string[]) => `| \`${name}\` | ${[what, amount, ...rest].join(' | ')} |`;
  const none = ['', '', '', '', ''];
  if (run === undefined) return cells(`none of ${whole}`, [...none, 'not run yet']);
  if (run.rounds.length === 0) {
    return cells(`none of ${whole}`, [
      `\`${run.commit}\``,
      ...none.slice(1),
      `not run: ${run.obstacle ?? 'interrupted'}`,
    ]);
  }
  const done = amountDone(run);
  const amount = done >= full ? `**${whole}**, in full` : `${number(done)} of ${whole}; not run in full yet`;
  const why = run.obstacle === undefined ? '' : ` (${run.obstacle})`;
  const unfinished = isFinished(run, scenario)
    ? ''
    : `interrupted after ${number(done)} of ${number(amountAt(scenario, run.scale))}${why}; `;
  const sums = (['answered202', 'readBack', 'lost', 'doubled'] as const).map((key) => sumOf(run.rounds, key));
  return cells(amount, [`\`${run.commit}\``, ...sums, `${unfinished}${whatCame(run)}`]);
}

function whatCame(run: Run): string {
  const problems = problemsOf(run);
  const seconds = run.rounds.reduce((sum, round) => sum + round.seconds, 0);
  const figures = Object.entries(figuresOf(run.rounds)).map(([name, value]) => `${name} ${value}`);
  const came = problems.length === 0 ? 'held' : `**did not hold**: ${[...new Set(problems)].join('; ')}`;
  const days = [...new Set(run.rounds.map(({ at }) => at.slice(0, 10)))].join(', ');
  return oneLine([came, ...figures, `${number(seconds)} s, ${days}`].join('; '));
}

/** Combines the figures of several rounds: adds numbers and lists words. */
function figuresOf(rounds: readonly Round[]): Readonly<Record<string, string>> {
  const names = [...new Set(rounds.flatMap(({ figures }) => Object.keys(figures)))];
  return Object.fromEntries(
    names.map((name) => {
      const values = rounds.flatMap(({ figures }) => figures[name] ?? []);
      const [first] = values;
      if (values.length === 1 && first !== undefined) return [name, typeof first === 'number' ? number(first) : first];
      if (values.every((value) => typeof value === 'number')) {
        const worst = name.startsWith('seconds');
        return [name, number(worst ? Math.max(...values) : values.reduce((sum, value) => sum + value, 0))];
      }
      return [name, [...new Set(values)].join(', ')];
    }),
  );
}

function sumOf(rounds: readonly Round[], key: 'answered202' | 'readBack' | 'lost' | 'doubled'): string {
  const known = rounds.flatMap((round) => round[key] ?? []);
  return known.length === 0 ? '–' : number(known.reduce((sum, value) => sum + value, 0));
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('|', '\\|');
}

function number(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 1 });
}
