import { isClickType } from '@volant/proto/activity/click-types';
import type { DaySpan } from './counted-events.ts';
import { type Figure, typeOf } from './page-figures.ts';
import type { TypeRow } from './summary.ts';

export interface DayCount {
  readonly date: string;
  readonly views: number;
  readonly clicks: number;
}

export interface PageCounts {
  /** Only days with events, newest first. */
  readonly days: readonly DayCount[];
  readonly inPeriod: readonly TypeRow[];
  readonly beforePeriod: readonly TypeRow[];
}

/** Sums up the figures of a page by day and by type. */
export function countsOf(figures: readonly Figure[], span: DaySpan, before: DaySpan | undefined): PageCounts {
  const ofTypes = figures.filter(({ dimension }) => dimension === 'type');
  return {
    days: daysIn(ofTypes),
    inPeriod: typesWithin(ofTypes, span),
    beforePeriod: before === undefined ? [] : typesWithin(ofTypes, before),
  };
}

/** Newest first. */
function daysIn(figures: readonly Figure[]): readonly DayCount[] {
  const days = new Map<string, { date: string; views: number; clicks: number }>();
  for (const figure of figures) {
    const { date, total } = figure;
    const { type } = typeOf(figure);
    const day = days.get(date) ?? { date, views: 0, clicks: 0 };
    days.set(date, day);
    if (type === 'VIEW') day.views += total;
    if (isClickType(type)) day.clicks += total;
  }
  return [...days.values()].sort((one, other) => (one.date < other.date ? 1 : -1));
}

function typesWithin(figures: readonly Figure[], { after, until }: DaySpan): readonly TypeRow[] {
  const totals = new Map<string, { type: string; name: string; total: number }>();
  for (const figure of figures) {
    const { date, value, total } = figure;
    if (date <= after || date > until) continue;
    const known = totals.get(value);
    if (known === undefined) totals.set(value, { ...typeOf(figure), total });
    else known.total += total;
  }
  return [...totals.values()];
}
