import { EVENT_TYPES, type EventType } from '../event-types.ts';
import { countedEvents, foldedParams, inScope, type Scope } from './counted-events.ts';
import type { ReportsDatabase } from './reports-database.ts';

export interface EventTypeCount {
  readonly type: EventType;
  readonly count: number;
}

/** Events of a scope by type: every type, in the order of the list, also where there are none. */
export async function countEventTypes(reports: ReportsDatabase, scope: Scope): Promise<readonly EventTypeCount[]> {
  const { condition, params } = inScope(scope);
  const rows = await reports.select<{ type: string; total: string | number }>(
    `SELECT type, sum(events) AS total FROM ${countedEvents(reports.name, condition)} GROUP BY type`,
    { ...params, ...foldedParams(await reports.folded()) },
  );
  return everyType(new Map(rows.map(({ type, total }) => [type, Number(total)])));
}

export function everyType(counts: ReadonlyMap<string, number>): readonly EventTypeCount[] {
  return EVENT_TYPES.map((type) => ({ type, count: counts.get(type) ?? 0 }));
}

export function totalOf(counts: readonly EventTypeCount[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0);
}
