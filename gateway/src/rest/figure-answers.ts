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
export const PageFigures = z
  .strictObject({
    period: z.enum(['7d', '30d', '90d', '365d', 'all']),
    summary: PageSummary,
    summaryBefore: PageTotals.nullable(),
    visitors: VisitorCounts,
    visitorsBefore: VisitorCounts.nullable(),
    days: z.array(DayFigures.extend({ visitors: Count })).readonly(),
    sources: z.array(z.strictObject({ source: z.enum(['QR', 'NFC', 'LINK']), views: Count, clicks: Count })).readonly(),
    hours: z
      .array(
        z.strictObject({ weekday: z.int().min(1).max(7), hour: z.int().min(0).max(23), views: Count, clicks: Count }),
      )
      .readonly(),
    countries: z.array(CountryCount).readonly(),
    referrers: z.array(ReferrerCount).readonly(),
    recentEvents: z.array(RecentEvent.extend({ customField: z.string().nullable() })).readonly(),
  })
  .meta({ id: 'PageFigures' });
