import type { DayFiguresFragment } from './daily-table.generated.ts';

/** Figures of a day, or of a month named by its first day. */
export type Figures = Omit<DayFiguresFragment, '__typename'>;

/** With more than a quarter of days, bars are too thin to tell apart. */
const MAX_DAYS = 92;

export interface Column {
  readonly unit: 'day' | 'month';
  /** Newest first. */
  readonly rows: readonly Figures[];
}

/** Daily figures, or monthly sums if there are many days; newest first. */
export function columnsOf(days: readonly Figures[]): Column {
  if (days.length <= MAX_DAYS) return { unit: 'day', rows: days };
  const months = new Map<string, Figures>();
  for (const { date, views, clicks, visitors } of days) {
    const month = `${date.slice(0, 7)}-01`;
    const sum = months.get(month) ?? { date: month, views: 0, clicks: 0, visitors: 0 };
    months.set(month, {
      date: month,
      views: sum.views + views,
      clicks: sum.clicks + clicks,
      visitors: sum.visitors + visitors,
    });
  }
  return { unit: 'month', rows: [...months.values()] };
}
