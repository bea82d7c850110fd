import { addDays } from '../paris-day.ts';
import {
  byScope,
  countedEvents,
  type DaySpan,
  foldedParams,
  inScopes,
  type Scope,
  type ScopeRow,
} from './counted-events.ts';
import type { ReportsDatabase } from './reports-database.ts';
import type { TypeRow } from './summary.ts';

export interface DayCount {
  readonly date: string;
  readonly views: number;
  readonly clicks: number;
}

export interface PageCounts {
  /** Only days on which something happened, newest first; of the spans that were asked for, and at least 120. */
  readonly days: readonly DayCount[];
  readonly inPeriod: readonly TypeRow[];
  readonly beforePeriod: readonly TypeRow[];
}

export interface AskedCounts {
  readonly scope: Scope;
  readonly span: DaySpan;
  /** As many days right before them; none of a span that has no beginning. */
  readonly before: DaySpan | undefined;
}

/** Within so many days most pages that anybody looks at have the ten events that their report lists. */
const LOOKED_BACK_DAYS = 120;

interface Row extends ScopeRow {
  readonly by_day: number;
  readonly date: string;
  readonly views: string | number;
  readonly part: number;
  readonly type: string;
  readonly name: string;
  readonly total: string | number;
}

/** Counts pages by one statement, so at one moment; all ask for the same spans and in the same way. */
export async function countPages(
  reports: ReportsDatabase,
  asked: readonly AskedCounts[],
): Promise<readonly PageCounts[]> {
  const [first] = asked;
  if (first === undefined) return [];
  const scopes = asked.map(({ scope }) => scope);
  const { span, before } = first;
  const afterBefore = before?.after ?? span.after;
  const lookedBack = addDays(span.until, -LOOKED_BACK_DAYS);
  const [from = afterBefore] = [lookedBack, afterBefore].sort();
  const { columns, condition, params } = inScopes(scopes);
  const rows = await reports.select<Row>(
    `SELECT ${columns}, grouping(type) AS by_day, toString(day) AS date, sumIf(events, type = 'VIEW') AS views,
       multiIf(day > {until:Date}, 0, day > {after:Date}, 1, day > {afterBefore:Date}, 2, 0) AS part,
       type, custom_field AS name, sum(events) AS total
     FROM ${countedEvents(reports.name, `${condition} AND day > {from:Date}`)}
     GROUP BY GROUPING SETS ((${columns}, day), (${columns}, part, type, custom_field)) ORDER BY day DESC`,
    {
      ...params,
      ...foldedParams(await reports.folded(), from),
      ...span,
      afterBefore,
      from,
    },
  );
  return byScope(scopes, rows).map(countsOf);
}

function countsOf(rows: readonly Row[]): PageCounts {
  const days = rows.filter(({ by_day }) => Number(by_day) === 1);
  const ofPart = (wanted: number) =>
    rows
      .filter(({ by_day, part }) => Number(by_day) === 0 && Number(part) === wanted)
      .map(({ type, name, total }) => ({ type, name, total: Number(total) }));
  return {
    days: days.map(({ date, views, total }) => ({ date, views: Number(views), clicks: Number(total) - Number(views) })),
    inPeriod: ofPart(1),
    beforePeriod: ofPart(2),
  };
}
