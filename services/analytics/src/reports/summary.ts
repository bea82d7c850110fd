import { CLICK_TYPES } from '@volant/proto/activity/click-types';
import { type EventTypeCount, everyType, totalOf } from './event-types.ts';

/** Events of a type; for taps on custom items, of one name. */
export interface TypeRow {
  readonly type: string;
  readonly name: string;
  readonly total: number;
}

interface CustomFieldCount {
  readonly name: string;
  readonly count: number;
}

export interface Summary {
  readonly views: number;
  readonly clicks: number;
  /** Every type, in list order, also those without clicks. */
  readonly clickCounts: readonly EventTypeCount[];
  /** Taps by the name of the custom item, most first. */
  readonly customFields: readonly CustomFieldCount[];
}

/** A page has at most 20 custom fields; the rest is for their former names. */
const MAX_NAMES = 100;

/** Views and clicks; the clicks by type add up to the clicks. Types that this version does not know are left out. */
export function summaryOf(rows: readonly TypeRow[]): Summary {
  const counts = new Map(everyType(rows).map(({ type, count }) => [type, count]));
  const clickCounts = CLICK_TYPES.map((type) => ({ type, count: counts.get(type) ?? 0 }));
  const named = rows.filter(({ type }) => type === 'CLICK_CUSTOM_FIELD');
  const customFields = named
    .map(({ name, total }) => ({ name, count: total }))
    .sort((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1))
    .slice(0, MAX_NAMES);
  return {
    views: counts.get('VIEW') ?? 0,
    clicks: totalOf(clickCounts),
    clickCounts,
    customFields,
  };
}
