import { EVENT_TYPES } from '@volant/proto/activity/click-types';
import { ACTIVITY_COLUMNS } from '../../ingest/activity-rows.ts';

export interface StoredActivity {
  readonly page_uid: string;
  readonly day: string;
  readonly event_id: string;
  readonly tenure: number;
  readonly type: string;
  readonly custom_field: string;
  readonly by_owner: boolean;
  readonly occurred_at: number;
  readonly country: string;
  readonly source: string;
  readonly referrer_host: string;
  readonly visitor: string;
  readonly precedence: number;
  readonly card: string;
}

export interface CountedDay
  extends Pick<StoredActivity, 'page_uid' | 'tenure' | 'day' | 'type' | 'custom_field' | 'by_owner'> {
  readonly rollup: number;
  readonly events: number;
}

export interface CountedOrigin {
  readonly rollup: number;
  readonly page_uid: string;
  readonly dimension: string;
  readonly value: string;
  readonly day: string;
  readonly tenure: number;
  readonly by_owner: boolean;
  readonly events: number;
  readonly views: number;
}

export interface CountedMonth {
  readonly rollup: number;
  readonly page_uid: string;
  readonly tenure: number;
  readonly events: number;
  readonly views: number;
}

/** The rows of each analytics table. Arrays are replaced and never mutated, so a reference to one is a snapshot. */
export interface Tables {
  activities_by_day: readonly StoredActivity[];
  page_days: readonly CountedDay[];
  page_origins: readonly CountedOrigin[];
  page_months: readonly CountedMonth[];
  page_totals: readonly CountedMonth[];
  totalled_rollups: readonly { readonly totals: number; readonly rollups: readonly number[] }[];
  erased_pages: readonly { readonly page_uid: string }[];
  ended_ownerships: readonly { readonly page_uid: string; readonly tenure: number }[];
  fold_tickets: readonly { readonly number: number; readonly at: number; readonly days: readonly string[] }[];
  folded_months: readonly {
    readonly month: number;
    readonly number: number;
    readonly rollup: number;
    readonly until: string;
    readonly at: number;
  }[];
}

export const TABLES_OF_PAGES = [
  'activities_by_day',
  'page_days',
  'page_origins',
  'page_months',
  'page_totals',
] as const;

export function emptyTables(): Tables {
  return {
    activities_by_day: [],
    page_days: [],
    page_origins: [],
    page_months: [],
    page_totals: [],
    totalled_rollups: [],
    erased_pages: [],
    ended_ownerships: [],
    fold_tickets: [],
    folded_months: [],
  };
}

/** Rows of an insert in ClickHouse's format TabSeparated, without escapes. */
export function activitiesOf(text: string): readonly StoredActivity[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const values = line.split('\t');
      const value = (name: (typeof ACTIVITY_COLUMNS)[number]) => values[ACTIVITY_COLUMNS.indexOf(name)] ?? '';
      return {
        page_uid: value('page_uid'),
        day: value('day'),
        event_id: value('event_id'),
        tenure: Number(value('tenure')),
        type: EVENT_TYPES[Number(value('type')) - 1] ?? '',
        custom_field: value('custom_field'),
        by_owner: value('by_owner') === '1',
        occurred_at: Number(value('occurred_at')),
        country: value('country'),
        source: value('source'),
        referrer_host: value('referrer_host'),
        visitor: value('visitor'),
        precedence: Number(value('precedence')),
        card: value('card'),
      };
    });
}

/** Result of FINAL: for each key, the row with the highest precedence. */
export function final(rows: readonly StoredActivity[]): readonly StoredActivity[] {
  const latest = new Map<string, StoredActivity>();
  for (const row of rows) {
    const key = `${row.day} ${row.page_uid} ${row.event_id}`;
    const known = latest.get(key);
    // With equal precedence, the row written later wins.
    if (known === undefined || row.precedence >= known.precedence) latest.set(key, row);
  }
  return [...latest.values()];
}

/** GROUP BY these columns, with the sums of `events` and `views`. */
export function grouped<Row extends { readonly events: number; readonly views?: number }>(
  rows: readonly Row[],
  columns: readonly (keyof Row)[],
): readonly Row[] {
  const sums = new Map<string, Row>();
  for (const row of rows) {
    const key = columns.map((column) => String(row[column])).join('\t');
    const known = sums.get(key);
    if (known === undefined) sums.set(key, row);
    else {
      const views = row.views === undefined ? {} : { views: (known.views ?? 0) + row.views };
      sums.set(key, { ...known, events: known.events + row.events, ...views });
    }
  }
  return [...sums.values()];
}

/** For each month, its row with the highest number. */
export function currentMonths(rows: Tables['folded_months']): Tables['folded_months'] {
  const current = new Map<number, Tables['folded_months'][number]>();
  for (const row of rows) {
    const known = current.get(row.month);
    if (known === undefined || row.number > known.number) current.set(row.month, row);
  }
  return [...current.values()].sort((a, b) => a.month - b.month);
}
