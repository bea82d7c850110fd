import { useQuery } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { fixedFailure } from '../../api/failure.ts';
import { RankedBars } from '../../charts/ranked-bars.tsx';
import { Trend } from '../../charts/trend.tsx';
import { useLocale } from '../../i18n/use-locale.ts';
import { FailureNotice } from '../../ui/notice.tsx';
import { Skeleton, Waiting } from '../../ui/skeleton.tsx';
import type { AnalyticsReportFragment } from './analytics-report.generated.ts';
import { type CardRow, cardRowsOf } from './card-rows.ts';
import { HourMap } from './hour-map.tsx';
import { Part } from './part.tsx';
import { PageDetailsDocument, type PageDetailsQueryVariables } from './report-details.generated.ts';
import { ReportFiles } from './report-files.tsx';
import { type WholeReport, wholeReport } from './whole-report.ts';

interface ReportDetailsProps {
  readonly variables: PageDetailsQueryVariables;
  readonly report: AnalyticsReportFragment;
}

/** Clicks by type, hours, cards and origins, and everything as files. */
export function ReportDetails({ variables, report }: ReportDetailsProps) {
  const { t } = useTranslation();
  const details = useQuery(PageDetailsDocument, { variables });
  const { error, loading, refetch } = details;
  const page = (details.data ?? details.previousData)?.page;
  if (error !== undefined) {
    return <FailureNotice failure={fixedFailure(error, 'analytics.failed')} retry={{ loading, refetch }} />;
  }
  if (page === undefined) {
    return (
      <Waiting label={t('analytics.loading')} className="analytics">
        <div className="analytics__pair stack gap-6">
          <Skeleton width="100%" height="18rem" />
          <Skeleton width="100%" height="8rem" />
        </div>
        <Skeleton width="100%" height="16rem" />
      </Waiting>
    );
  }
  return <Details page={page} period={variables.period} report={wholeReport(report, page.analytics)} />;
}

interface DetailsProps extends Pick<PageDetailsQueryVariables, 'period'> {
  readonly page: Parameters<typeof cardRowsOf>[0];
  readonly report: WholeReport;
}

function Details({ page, period, report }: DetailsProps) {
  const { t } = useTranslation();
  const types = t('analytics.type', { returnObjects: true });
  const cards = cardRowsOf(page, report);
  const { summary, hours } = report;
  const byCount = summary.clickCounts.toSorted((one, other) => other.count - one.count);
  const custom = summary.customFields.map(({ name, count }) => [name, count] as const).sort(([, a], [, b]) => b - a);
  return (
    <>
      <div className="analytics__pair stack gap-6">
        <Part title={t('analytics.byType')}>
          <RankedBars clicks rows={byCount.map(({ type, count }) => [types[type], count])} />
        </Part>
        <Part title={t('analytics.customFields')}>
          <RankedBars clicks rows={custom} none={t('analytics.noCustom')} />
        </Part>
      </div>
      <Part title={t('analytics.byHour')}>
        <HourMap hours={hours} />
      </Part>
      {cards.length > 0 && (
        <Part title={t('analytics.byCard')}>
          <CardFigures rows={cards} />
        </Part>
      )}
      <Origins {...report} />
      <ReportFiles id={page.id} period={period} analytics={report} cards={cards} />
    </>
  );
}

/** Views and clicks through each card of the page. */
function CardFigures({ rows }: { readonly rows: readonly CardRow[] }) {
  const { t, format } = useLocale();
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <section className="daily-table daily-table--whole" aria-label={t('analytics.byCard')} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('analytics.card')}</th>
              <th scope="col">{t('analytics.views')}</th>
              <th scope="col">{t('analytics.clicks')}</th>
            </tr>
          </thead>
          <tbody className="tabular">
            {rows.map(({ id, direct, views, clicks, viewsBefore }) => (
              <tr key={id ?? ''}>
                <th scope="row" className="daily-table__card">
                  {id === undefined ? (
                    t('analytics.givenBack')
                  ) : (
                    <code translate="no" dir="ltr">
                      {id}
                    </code>
                  )}
                  {direct && <span className="analytics__hint"> {t('analytics.direct')}</span>}
                </th>
                <td className="daily-table__compared">
                  {viewsBefore !== null && <Trend now={views} before={viewsBefore} />} {format.number(views)}
                </td>
                <td>{format.number(clicks)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className="analytics__compared">{t('analytics.directMeaning')}</p>
    </>
  );
}

type OriginsProps = Pick<WholeReport, 'sources' | 'countries' | 'referrers'>;

/** Where the views came from: medium, country and site. */
function Origins({ sources, countries, referrers }: OriginsProps) {
  const { t, format } = useLocale();
  const names = t('analytics.source', { returnObjects: true });
  return (
    <div className="analytics__three stack gap-6">
      <Part title={t('analytics.sources')}>
        <RankedBars
          rows={sources.map(({ source, views, viewsBefore }) => [names[source], views, viewsBefore])}
          none={t('analytics.noSources')}
        />
      </Part>
      <Part title={t('analytics.countries')}>
        <RankedBars
          rows={countries.map(({ country, count, countBefore }) => [format.country(country), count, countBefore])}
          none={t('analytics.noCountries')}
        />
      </Part>
      <Part title={t('analytics.referrers')}>
        <RankedBars
          rows={referrers.map(({ referrer, count, countBefore }) => [referrer, count, countBefore])}
          none={t('analytics.noReferrers')}
        />
      </Part>
    </div>
  );
}
