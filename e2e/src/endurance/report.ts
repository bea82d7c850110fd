import type { Result } from './runner.ts';
import type { Scenario } from './scenario.ts';

/** The row of a full run in docs/measurements/endurance.md. */
export function rowOf({ name, what, full, unit }: Scenario, result: Result, commit: string, day: string): string {
  const { answered202, readBack, lost, doubled, seconds, problems, figures } = result;
  const counts = [answered202, readBack, lost, doubled].map((count) => (count === undefined ? '–' : number(count)));
  const came = [
    problems.length === 0 ? 'held' : `**did not hold**: ${[...new Set(problems)].join('; ')}`,
    ...Object.entries(figures).map(
      ([figure, value]) => `${figure} ${typeof value === 'number' ? number(value) : value}`,
    ),
    `${number(seconds)} s, ${day}`,
  ].join('; ');
  const cells = [
    `\`${name}\``,
    what,
    `**${number(full)} ${unit}**, in full`,
    `\`${commit}\``,
    ...counts,
    oneLine(came),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** The document with this row in place of the scenario's former one, or as its last. */
export function withRow(document: string, { name }: Scenario, row: string): string {
  const lines = document.trimEnd().split('\n');
  const at = lines.findIndex((line) => line.startsWith(`| \`${name}\` |`));
  return `${(at < 0 ? [...lines, row] : lines.with(at, row)).join('\n')}\n`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('|', '\\|');
}

function number(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 1 });
}
