import { DIMENSIONS, VISITOR_GROUPS } from '../rollups/visit-columns.ts';

export type Dimension = (typeof DIMENSIONS)[number][0] | 'visitors';

/** Everything that an activity counts for: a dimension, and SQL for its value, which does not count if it is empty. */
export const ENTRIES: readonly (readonly [Dimension, string])[] = [
  ...DIMENSIONS,
  ...VISITOR_GROUPS.map(([group, fits]) => ['visitors', `if(${fits}, '${group}', '')`] as const),
];

/** SQL for the values of an activity, in the order of `ENTRIES`. */
export const VALUES = `[${ENTRIES.map(([, value]) => value).join(', ')}]`;

/** @param entry its place in `ENTRIES` */
export function dimensionOf(entry: number): Dimension {
  const found = ENTRIES[entry];
  if (found === undefined) throw new Error(`there is no entry ${entry}`);
  return found[0];
}
