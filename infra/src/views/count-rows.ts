/** Rows with the same values, as nested maps by one field after the other, which avoids building a key per document. */
interface Group {
  readonly by: Map<unknown, Group>;
  first?: number;
  count: number;
}

export interface CountedRows {
  /** A representative row. */
  readonly first: number;
  readonly count: number;
}

/** Counts the rows of each combination of values. */
export function countRows(
  rows: Iterable<number>,
  values: readonly ((row: number) => unknown)[],
): readonly CountedRows[] {
  const root: Group = { by: new Map(), count: 0 };
  for (const row of rows) {
    let group = root;
    for (const read of values) {
      const value = read(row);
      let within = group.by.get(value);
      if (within === undefined) {
        within = { by: new Map(), count: 0 };
        group.by.set(value, within);
      }
      group = within;
    }
    group.count += 1;
    group.first ??= row;
  }
  return leavesOf(root);
}

function leavesOf({ by, first, count }: Group): readonly CountedRows[] {
  if (first !== undefined) return [{ first, count }];
  return [...by.values()].flatMap((group) => leavesOf(group));
}
