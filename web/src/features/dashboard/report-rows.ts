import type { TFunction } from 'i18next';
import type { Format } from '../../i18n/use-locale.ts';
import type { CardRow } from './card-rows.ts';
import { contactRateOf } from './insight.ts';
import { insightSentences } from './insight-sentences.ts';
import type { WholeReport } from './whole-report.ts';

type Row = readonly (string | number)[];

/**
 * A report as rows of one table with four columns: section, what is counted, count, and the count of the previous
 * period, which is empty where nothing is compared. Such rows can be filtered and pivoted.
 */
export function reportRows(
  analytics: WholeReport,
  cards: readonly CardRow[],
  t: TFunction,
  format: Format,
): readonly Row[] {
  const { summary, summaryBefore, visitors, visitorsBefore } = analytics;
  const types = t('analytics.type', { returnObjects: true });
  const sources = t('analytics.source', { returnObjects: true });
  const beforeOf = (type: string) => summaryBefore?.clickCounts.find((one) => one.type === type)?.count ?? '';
  const part = (title: string, rows: readonly Row[]) => rows.map((row): Row => [title, ...row]);
  const [views, clicks] = [t('analytics.views'), t('analytics.clicks')];
  return [
    [t('analytics.part'), t('analytics.counted'), t('analytics.figure'), t('analytics.before')],
    ...part(
      t('analytics.words'),
      insightSentences(analytics, t, format).map((sentence) => [sentence, '', '']),
    ),
    ...part(t('analytics.totals'), [
      [views, summary.views, summaryBefore?.views ?? ''],
      [clicks, summary.clicks, summaryBefore?.clicks ?? ''],
      [t('analytics.visitorsSum'), visitors.visitors, visitorsBefore?.visitors ?? ''],
      [t('analytics.callers'), visitors.callers, visitorsBefore?.callers ?? ''],
      [t('analytics.contacts'), visitors.contacts, visitorsBefore?.contacts ?? ''],
      [
        `${t('analytics.contactRate')} (%)`,
        contactRateOf(visitors) ?? '',
        (visitorsBefore && contactRateOf(visitorsBefore)) ?? '',
      ],
    ]),
    ...part(
      t('analytics.byType'),
      summary.clickCounts.map(({ type, count }) => [types[type], count, beforeOf(type)]),
    ),
    ...part(
      t('analytics.customFields'),
      summary.customFields.map(({ name, count }) => [name, count, '']),
    ),
    ...analytics.days.flatMap((day) =>
      part(t('analytics.byDay'), [
        [`${day.date} ${views}`, day.views, ''],
        [`${day.date} ${clicks}`, day.clicks, ''],
        [`${day.date} ${t('analytics.visitors')}`, day.visitors, ''],
      ]),
    ),
    ...part(
      t('analytics.byHour'),
      analytics.hours.map(({ weekday, hour, views: seen, viewsBefore }) => {
        return [`${format.weekday(weekday)} ${format.hour(hour)}`, seen, viewsBefore ?? ''];
      }),
    ),
    ...cards.flatMap(({ id: card = t('analytics.givenBack'), ...row }) =>
      part(t('analytics.byCard'), [
        [`${card} ${views}`, row.views, row.viewsBefore ?? ''],
        [`${card} ${clicks}`, row.clicks, ''],
      ]),
    ),
    ...part(
      t('analytics.sources'),
      analytics.sources.map(({ source, views: seen, viewsBefore }) => [sources[source], seen, viewsBefore ?? '']),
    ),
    ...part(
      t('analytics.countries'),
      analytics.countries.map(({ country, count, countBefore }) => [format.country(country), count, countBefore ?? '']),
    ),
    ...part(
      t('analytics.referrers'),
      analytics.referrers.map(({ referrer, count, countBefore }) => [referrer, count, countBefore ?? '']),
    ),
    ...part(
      t('analytics.recent'),
      analytics.recentEvents.map(({ type, customField, country, createdAt }) => {
        return [[createdAt, types[type], customField, country].filter((text) => text).join(' · '), '', ''];
      }),
    ),
  ];
}

/** A report without the names of its types in the graph. */
export function plainReport(report: WholeReport): Record<string, unknown> {
  const text = JSON.stringify(report, (key, value: unknown) => (key === '__typename' ? undefined : value));
  return JSON.parse(text) as Record<string, unknown>;
}
