import { parisHour } from '@volant/infra/time/paris-day';
import { DIMENSIONS, isOneOf, VISITOR_GROUPS } from '../rollups/visit-columns.ts';
import type { ListedActivity } from './report-source.ts';

export type Dimension = (typeof DIMENSIONS)[number][0] | 'visitors';

/** Everything that an activity counts for: a dimension, and SQL for its value, which does not count if it is empty. */
export const ENTRIES: readonly (readonly [Dimension, string])[] = [
  ...DIMENSIONS,
  ...VISITOR_GROUPS.map(([group, types]) => ['visitors', `if(${isOneOf(types)}, '${group}', '')`] as const),
];

/** SQL for the values of an activity, in the order of `ENTRIES`. */
export const VALUES = `[${ENTRIES.map(([, value]) => value).join(', ')}]`;

/** @param entry its place in `ENTRIES` */
export function dimensionOf(entry: number): Dimension {
  const found = ENTRIES[entry];
  if (found === undefined) throw new Error(`there is no entry ${entry}`);
  return found[0];
}

/** The same of a listed activity. */
export function entriesOf(activity: ListedActivity): readonly (readonly [Dimension, string])[] {
  const { country, referrer_host: referrer, source, card, type, at } = activity;
  const values: Record<(typeof DIMENSIONS)[number][0], string> = {
    ...{ country, referrer, source, card },
    hour: String(parisHour(Number(at))),
  };
  const groups = VISITOR_GROUPS.filter(([, types]) => types === undefined || types.some((one) => one === type));
  return [
    ...DIMENSIONS.map(([dimension]) => [dimension, values[dimension]] as const),
    ...groups.map(([group]) => ['visitors', group] as const),
  ].filter(([, value]) => value !== '');
}
