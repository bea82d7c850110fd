import { CLICK_NAMES, type ClickName } from '@volant/proto/activity/click-types';
import { z } from 'zod';
import { Count, CountryCount, Day, RecentEvent, ReferrerCount } from './answers.ts';

const PageTotals = z.strictObject({
  views: Count,
  clicks: Count,
  clicksByType: z.strictObject(
    Object.fromEntries(Object.values(CLICK_NAMES).map((name) => [name, Count])) as Record<ClickName, typeof Count>,
  ),
});
const PageSummary = PageTotals.extend({ customFieldsBreakdown: z.record(z.string(), Count) });
const DayFigures = z.strictObject({ date: Day, views: Count, clicks: Count });

export const PageAnalytics = z
  .strictObject({
    summary: PageSummary,
    chartData: z.array(DayFigures).readonly(),
    recentEvents: z.array(RecentEvent).readonly(),
  })
  .meta({ id: 'PageAnalytics' });

const VisitorCounts = z
  .strictObject({ visitors: Count, callers: Count, contacts: Count })
  .meta({ description: 'Visitors are told apart for one day only: over several, the sum of the days.' });
const Before = Count.nullable().meta({
  description: 'Of as many days before the period; null if it has no beginning.',
});
const VisitCounts = z.strictObject({ views: Count, clicks: Count, viewsBefore: Before });
export const PageFigures = z
  .strictObject({
    period: z.enum(['7d', '30d', '90d', '365d', 'all']),
    summary: PageSummary,
    summaryBefore: PageTotals.nullable(),
    visitors: VisitorCounts,
    visitorsBefore: VisitorCounts.nullable(),
    days: z.array(DayFigures.extend({ visitors: Count })).readonly(),
    sources: z.array(VisitCounts.extend({ source: z.enum(['QR', 'NFC', 'LINK']) })).readonly(),
    cards: z
      .array(
        VisitCounts.extend({
          card: z.string().nullable().meta({ description: 'Its id, or null if it belongs to somebody else now.' }),
        }),
      )
      .meta({ description: 'By added card, and by the id of the page itself; empty if no added card was used.' })
      .readonly(),
    hours: z.array(VisitCounts.extend({ weekday: z.int().min(1).max(7), hour: z.int().min(0).max(23) })).readonly(),
    countries: z.array(CountryCount.extend({ countBefore: Before })).readonly(),
    referrers: z.array(ReferrerCount.extend({ countBefore: Before })).readonly(),
    recentEvents: z.array(RecentEvent.extend({ customField: z.string().nullable() })).readonly(),
  })
  .meta({ id: 'PageFigures' });
