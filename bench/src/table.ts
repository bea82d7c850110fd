/** A measurement of one variant of the product. */
export interface Figure {
  readonly text: string;
  /** Absent if there is no goal. */
  readonly met?: boolean;
}

/** A claim: its goal, and the measurements by column. */
export interface Row {
  readonly name: string;
  readonly goal: string;
  readonly figures: Readonly<Record<string, Figure>>;
}

/** Has a dash in a column for which a row has no measurement. */
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
