import { countedEvents, foldedParams, inScope, type Scope } from './counted-events.ts';
import type { ReportsDatabase } from './reports-database.ts';

export interface CustomFieldCount {
  readonly name: string;
  readonly count: number;
}

/** A page has 20 custom fields at most; the rest of the room is for names it had before. */
const MAX_NAMES = 100;

/** Clicks of an ownership by the name of the custom field, most first. */
export async function countCustomFields(reports: ReportsDatabase, scope: Scope): Promise<readonly CustomFieldCount[]> {
  const { condition, params } = inScope(scope);
  const rows = await reports.select<{ name: string; count: string | number }>(
    `SELECT custom_field AS name, sum(events) AS count
     FROM ${countedEvents(reports.name, `${condition} AND type = 'CLICK_CUSTOM_FIELD'`)}
     GROUP BY name ORDER BY count DESC, name LIMIT ${MAX_NAMES}`,
    { ...params, ...foldedParams(await reports.folded()) },
  );
  return rows.map(({ name, count }) => ({ name, count: Number(count) }));
}
