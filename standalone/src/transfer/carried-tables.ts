import { CARRIED_TABLES, type CarriedTable, countRows } from '@volant/analytics/carrying/carried-tables';
import { readRows } from '@volant/analytics/carrying/read-rows';
import { restoreRows } from '@volant/analytics/carrying/restore-rows';
import type { AnalyticsDatabase } from '@volant/infra/analytics-database/analytics-database';
import type { CarriedPart } from './carried-part.ts';

/** Inserting a portion takes some tens of megabytes of memory. */
const PORTION = { rows: 50_000, characters: 16_000_000 };

export function namesOfTable({ name }: Pick<CarriedTable, 'name'>): Pick<CarriedPart, 'name' | 'file'> {
  return { name: `rows of ${name}`, file: `table-${name.replaceAll('_', '-')}.ndjson.gz` };
}

export function carriedTables(database: AnalyticsDatabase): readonly CarriedPart[] {
  return CARRIED_TABLES.map((table) => ({
    ...namesOfTable(table),
    portions: PORTION,
    rows: () => readRows(database, table),
    held: () => countRows(database, table),
    restore: (portions) => restoreRows(database, table, portions),
    arrived: () => countRows(database, table),
  }));
}
