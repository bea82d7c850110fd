/** What was measured on one way the product runs. */
export interface Figure {
  readonly text: string;
  /** Absent where there is no goal. */
  readonly met?: boolean;
}

/** One claim: its goal, and what was measured, by the name of what it was measured on. */
export interface Row {
  readonly name: string;
  readonly goal: string;
  readonly figures: Readonly<Record<string, Figure>>;
}

/** A column for each of `columns`, with a dash where a row was not measured on it. */
export function tableOf(rows: readonly Row[], columns: readonly string[]): string {
  const cells = [
    ['', 'goal', ...columns],
    ...rows.map(({ name, goal, figures }) => [name, goal, ...columns.map((column) => cellOf(figures[column]))]),
  ];
  const widths = (cells[0] ?? []).map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)));
  return cells
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function cellOf(figure: Figure | undefined): string {
  if (figure === undefined) return '–';
  return figure.met === undefined ? figure.text : `${figure.text} ${figure.met ? 'met' : 'MISSED'}`;
}
