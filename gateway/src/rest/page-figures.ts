import { CLICK_NAMES, type ClickName } from '@volant/proto/activity/click-types';
import { z } from 'zod';
import { fixedOperation } from '../supergraph/graph.ts';
import type { Operations } from '../supergraph/operations.generated.ts';
import { Count, Text } from './answers.ts';
import { fieldsOf } from './graph-shapes.ts';
import { type RestRegistrar, routesWith } from './route.ts';

const analytics = fixedOperation(`query RestPageAnalytics($id: ID!, $withoutOwner: Boolean!) {
  page(id: $id) {
    analytics(withoutOwner: $withoutOwner) {
      summary {
        views clicks
        clickCounts { type count }
        customFields { name count }
      }
      days { date views clicks }
      recentEvents { id type country createdAt }
    }
  }
}`);
const TOTALS = 'views clicks clickCounts { type count }';
const VISITORS = 'visitors callers contacts';
const COUNTS = 'views clicks viewsBefore';
const figures = fixedOperation(`query RestPageFigures($id: ID!, $withoutOwner: Boolean!, $period: AnalyticsPeriod!) {
  page(id: $id) {
    analytics(withoutOwner: $withoutOwner, period: $period) {
      summary { ${TOTALS} customFields { name count } }
      summaryBefore { ${TOTALS} }
      visitors { ${VISITORS} }
      visitorsBefore { ${VISITORS} }
      days { date views clicks visitors }
      sources { source ${COUNTS} }
      cards { card { id } ${COUNTS} }
      hours { weekday hour ${COUNTS} }
      countries { country count countBefore }
      referrers { referrer count countBefore }
      recentEvents { id type customField country createdAt }
    }
  }
}`);

/** Names of the periods in addresses. */
const PERIODS = { '7d': 'WEEK', '30d': 'MONTH', '90d': 'QUARTER', '365d': 'YEAR', all: 'ALL' } as const;

const PageTotals = z.strictObject({
  views: Count,
  clicks: Count,
  clicksByType: z.strictObject(
    Object.fromEntries(Object.values(CLICK_NAMES).map((name) => [name, Count])) as Record<ClickName, typeof Count>,
  ),
});
const PageSummary = PageTotals.extend({ customFieldsBreakdown: z.record(Text, Count) });
const counted = fieldsOf(analytics, 'page', 'analytics');
const PageAnalytics = z
  .strictObject({ summary: PageSummary, chartData: counted.days, recentEvents: counted.recentEvents })
  .meta({ id: 'PageAnalytics' });
const CardCount = z.strictObject({
  ...fieldsOf(figures, 'page', 'analytics', 'cards'),
  card: Text.nullable().meta({ description: 'Its id, or null if it belongs to somebody else now.' }),
});
const PageFigures = z
  .strictObject({
    ...fieldsOf(figures, 'page', 'analytics'),
    period: z.enum(Object.keys(PERIODS) as (keyof typeof PERIODS)[]),
    summary: PageSummary,
    summaryBefore: PageTotals.nullable(),
    cards: z
      .array(CardCount)
      .meta({ description: 'By added card, and by the id of the page itself; empty if no added card was used.' }),
  })
  .meta({ id: 'PageFigures' });

const Own = z.enum(['exclude', 'include']).optional();
const FiguresQuery = z.strictObject({
  own: Own.meta({ description: 'Whether the visits of the owner count; they do unless excluded.' }),
  period: PageFigures.shape.period
    .optional()
    .meta({ description: 'The days up to today; `all` are the 25 months that are kept. Default: `30d`.' }),
});

export function registerPageFigures(register: RestRegistrar): void {
  const route = routesWith(register, { tag: 'pages', access: 'page-owner' });
  route({
    id: 'readPageAnalytics',
    summary: 'Read the figures of a page.',
    codes: ['PAGE_NOT_FOUND'],
    answer: PageAnalytics,
    endpoint: 'GET /api/pages/:id/analytics',
    query: z.strictObject({ own: Own }),
    async handle({ params, query, ask }) {
      const variables = { id: params.id, withoutOwner: query.own === 'exclude' };
      const { summary, days, recentEvents } = (await ask(analytics, variables)).analytics;
      return { summary: summaryOf(summary), chartData: days, recentEvents };
    },
  });
  route({
    id: 'readPageFigures',
    summary: 'Read everything that the statistics of a page show, over a period and the one before it.',
    codes: ['PAGE_NOT_FOUND'],
    answer: PageFigures,
    endpoint: 'GET /api/pages/:id/figures',
    query: FiguresQuery,
    async handle({ params, query, ask }) {
      const period = query.period ?? '30d';
      const variables = { id: params.id, withoutOwner: query.own === 'exclude', period: PERIODS[period] };
      const { summary, summaryBefore, cards, ...rest } = (await ask(figures, variables)).analytics;
      return {
        period,
        summary: summaryOf(summary),
        summaryBefore: summaryBefore === null ? null : totalsOf(summaryBefore),
        ...rest,
        cards: cards.map(({ card, ...counts }) => ({ card: card?.id ?? null, ...counts })),
      };
    },
  });
}

type Summary = Operations['RestPageAnalytics']['data']['page']['analytics']['summary'];

function totalsOf({ views, clicks, clickCounts }: Pick<Summary, 'views' | 'clicks' | 'clickCounts'>) {
  const named = clickCounts.map(({ type, count }) => [type === 'VIEW' ? type : CLICK_NAMES[type], count]);
  return { views, clicks, clicksByType: Object.fromEntries(named) as Record<ClickName, number> };
}

function summaryOf(summary: Summary) {
  const customFields = summary.customFields.map(({ name, count }) => [name, count] as const);
  return { ...totalsOf(summary), customFieldsBreakdown: Object.fromEntries(customFields) };
}
