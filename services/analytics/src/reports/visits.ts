import type { VisitorGroup } from '../rollups/visit-columns.ts';
import type { DaySpan, Scope } from './counted-events.ts';
import type { Dimension, Figure } from './page-figures.ts';

/** Visitors of one page and day, each once; over several days, the sum of the days. */
export interface VisitorCounts {
  readonly visitors: number;
  readonly callers: number;
  /** Visitors who called, wrote or saved the contact. */
  readonly contacts: number;
}

/** Events that share an origin or an hour. */
export interface VisitCount {
  readonly value: string;
  readonly views: number;
  readonly clicks: number;
  /** Views of as many days before the period; null if nothing is compared. */
  readonly viewsBefore: number | null;
}

export interface Visits {
  readonly visitors: VisitorCounts;
  readonly visitorsBefore: VisitorCounts;
  readonly visitorsOfDays: ReadonlyMap<string, number>;
  readonly sources: readonly VisitCount[];
  /** The value is the day of the week (1: Monday) and the hour in Europe/Paris, such as `5 17`. */
  readonly hours: readonly VisitCount[];
  readonly countries: readonly VisitCount[];
  readonly referrers: readonly VisitCount[];
  /** By the key of the card, or that of the page for its own address; empty if no visit came by an added card. */
  readonly cards: readonly VisitCount[];
}

/**
 * Where from, when and by how many visitors a page was seen.
 * @param before the same number of days right before the span, if they are compared
 */
export function visitsOf(
  figures: readonly Figure[],
  { pageUid }: Scope,
  { after: since, until }: DaySpan,
  before: DaySpan | undefined,
): Visits {
  const after = before?.after ?? since;
  const compares = before !== undefined;
  const counts = figures.filter(({ date }) => date > after && date <= until);
  const ofDimension = (name: Dimension, shownAs = ({ value }: Figure) => value) =>
    valuesOf(
      counts.filter(({ dimension }) => dimension === name),
      { shownAs, since, compares },
    );
  const hours = ofDimension('hour', ({ value, date }) => `${weekdayOf(date)} ${value}`);
  const visitors = counts.filter(({ dimension }) => dimension === 'visitors');
  const current = visitors.filter(({ date }) => date > since);
  const everybody = current.filter(({ value }) => value === 'all');
  return {
    visitors: visitorsIn(current),
    visitorsBefore: visitorsIn(visitors.filter(({ date }) => date <= since)),
    visitorsOfDays: byDay(everybody),
    sources: ofDimension('source'),
    hours,
    countries: ofDimension('country'),
    referrers: ofDimension('referrer', ({ value }) => withoutRootDot(value)).filter(({ value }) => value !== ''),
    cards: withOwnAddress(pageUid, ofDimension('card'), hours),
  };
}

/** Each value, in order, with its counts in the period and, of the views, before it. */
function valuesOf(
  counts: readonly Figure[],
  by: { readonly shownAs: (count: Figure) => string; readonly since: string; readonly compares: boolean },
): readonly VisitCount[] {
  const found = new Map<string, { views: number; clicks: number; viewsBefore: number | null }>();
  for (const count of counts) {
    const value = by.shownAs(count);
    const sums = found.get(value) ?? { views: 0, clicks: 0, viewsBefore: by.compares ? 0 : null };
    found.set(value, sums);
    if (count.date <= by.since) {
      sums.viewsBefore = (sums.viewsBefore ?? 0) + count.views;
    } else {
      sums.views += count.views;
      sums.clicks += count.total - count.views;
    }
  }
  return [...found].sort(([one], [other]) => (one < other ? -1 : 1)).map(([value, sums]) => ({ value, ...sums }));
}

/** Rows of earlier releases may end in the dot of the DNS root, which would split one site into two. */
function withoutRootDot(host: string): string {
  return host.endsWith('.') ? host.slice(0, -1) : host;
}

/** 1: Monday */
function weekdayOf(date: string): number {
  return new Date(date).getUTCDay() || 7;
}

/** Adds the visits at the page's own address: all visits, which `hours` counts, without those by added cards. */
function withOwnAddress(
  pageUid: string,
  cards: readonly VisitCount[],
  hours: readonly VisitCount[],
): readonly VisitCount[] {
  if (cards.length === 0) return [];
  const rest = (of: (count: VisitCount) => number | null) => sum(hours.map(of)) - sum(cards.map(of));
  const views = rest(({ views }) => views);
  const clicks = rest(({ clicks }) => clicks);
  const viewsBefore = cards[0]?.viewsBefore === null ? null : rest(({ viewsBefore }) => viewsBefore);
  return [{ value: pageUid, views, clicks, viewsBefore }, ...cards];
}

const sum = (numbers: readonly (number | null)[]) => numbers.reduce<number>((all, one) => all + (one ?? 0), 0);

function visitorsIn(counts: readonly Figure[]): VisitorCounts {
  const group = (name: VisitorGroup) => sum(counts.map(({ value, total }) => (value === name ? total : 0)));
  return { visitors: group('all'), callers: group('called'), contacts: group('contacted') };
}

function byDay(counts: readonly Figure[]): ReadonlyMap<string, number> {
  const days = new Map<string, number>();
  for (const { date, total } of counts) days.set(date, (days.get(date) ?? 0) + total);
  return days;
}
