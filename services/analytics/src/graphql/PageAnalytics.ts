import type { TypeResolvers } from '@volant/infra/graphql/subgraph';
import type { Scope } from '../reports/counted-events.ts';
import { countCustomFields } from '../reports/custom-fields.ts';
import { countDays } from '../reports/days.ts';
import { daysOf, type Period } from '../reports/periods.ts';
import { listRecentEvents } from '../reports/recent-events.ts';
import { type Summary, summarize } from '../reports/summary.ts';
import type { AnalyticsContext } from './context.ts';

/** What the fields of PageAnalytics are read from; the right to see it has been checked. */
export interface AnalyticsSource {
  /** Without days: those follow from the period. */
  readonly scope: Scope;
  /** Absent: nobody has chosen one. */
  readonly period?: Period;
}

interface SummarySource extends Summary {
  readonly scope: Scope;
}

export const PageAnalytics: TypeResolvers<AnalyticsContext> = {
  summary(
    { scope, period }: AnalyticsSource,
    _: unknown,
    { reports, today }: AnalyticsContext,
  ): Promise<SummarySource> {
    const days = daysOf(period, today)?.span;
    return summaryOf(reports, days === undefined ? scope : { ...scope, days });
  },
  summaryBefore(
    { scope, period }: AnalyticsSource,
    _: unknown,
    { reports, today }: AnalyticsContext,
  ): Promise<SummarySource> | null {
    const days = daysOf(period, today)?.before;
    return days === undefined ? null : summaryOf(reports, { ...scope, days });
  },
  days: ({ scope, period }: AnalyticsSource, _: unknown, { reports, today }: AnalyticsContext) =>
    countDays(reports, scope, today, period === 'ALL' ? 'all' : daysOf(period, today)?.length),
  recentEvents: ({ scope }: AnalyticsSource, _: unknown, { reports }: AnalyticsContext) =>
    listRecentEvents(reports, scope),
};

async function summaryOf(reports: AnalyticsContext['reports'], scope: Scope): Promise<SummarySource> {
  return { ...(await summarize(reports, scope)), scope };
}

export const AnalyticsSummary: TypeResolvers<AnalyticsContext> = {
  customFields: ({ scope }: SummarySource, _: unknown, { reports }: AnalyticsContext) =>
    countCustomFields(reports, scope),
};
