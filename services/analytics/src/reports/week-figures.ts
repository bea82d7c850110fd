import type { WeekFigures } from '@volant/infra/process/server/remote-service';
import { addDays } from '@volant/infra/time/paris-day';
import { countedEvents, foldedParams, keyOf } from './counted-events.ts';
import { inPages, MAX_LISTED, type OwnershipRow } from './listed-ownerships.ts';
import { daysOf, isWhole } from './periods.ts';
import type { ReportsDatabase } from './reports-database.ts';

interface Row extends OwnershipRow {
  readonly type: string;
  readonly now: string | number;
  readonly before: string | number;
}

/** Counts events by type over many pages, in the seven days before a Monday and in the seven before these. */
export function createWeekFigures(reports: ReportsDatabase): WeekFigures {
  return async (pages, monday) => {
    const { span, before: former } = daysOf('WEEK', addDays(monday, -1));
    const compares = pages.every(({ since }) => isWhole(former, { since: since ? new Date(since) : undefined }));
    const figures = new Map<string, { now: number; before: number }>();
    for (let at = 0; at < pages.length; at += MAX_LISTED) {
      const part = pages.slice(at, at + MAX_LISTED);
      const { condition, params } = inPages(part);
      const within = `${condition} AND day > {after:Date} AND day <= {until:Date}`;
      const rows = await reports.select<Row>(
        `SELECT page_uid, tenure, type, sumIf(events, day > {since:Date}) AS now,
           sumIf(events, day <= {since:Date}) AS before
         FROM ${countedEvents(reports.name, within)} GROUP BY page_uid, tenure, type`,
        {
          ...foldedParams(await reports.folded(), former.after),
          ...params,
          after: former.after,
          since: span.after,
          until: span.until,
        },
      );
      const owned = new Set(part.map(keyOf));
      for (const { page_uid, tenure, type, now, before } of rows) {
        if (!owned.has(keyOf({ pageUid: page_uid, tenure }))) continue;
        const known = figures.get(type) ?? { now: 0, before: 0 };
        figures.set(type, { now: known.now + Number(now), before: known.before + Number(before) });
      }
    }
    return [...figures].map(([type, { now, before }]) => ({ type, now, before: compares ? before : null }));
  };
}
