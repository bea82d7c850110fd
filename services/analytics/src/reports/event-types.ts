import { EVENT_TYPES, type EventType } from '@volant/proto/activity/click-types';

export interface EventTypeCount {
  readonly type: EventType;
  readonly count: number;
}

/** Sums by type: every type in list order, also those without events. */
export function everyType(
  rows: Iterable<{ readonly type: string; readonly total: number }>,
): readonly EventTypeCount[] {
  const counts = new Map<string, number>();
  for (const { type, total } of rows) counts.set(type, (counts.get(type) ?? 0) + total);
  return EVENT_TYPES.map((type) => ({ type, count: counts.get(type) ?? 0 }));
}

export function totalOf(counts: readonly EventTypeCount[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0);
}
