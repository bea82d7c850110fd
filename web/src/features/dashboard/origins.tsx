import { useLocale } from '../../i18n/use-locale.ts';
import type { AnalyticsReportFragment } from './analytics-report.generated.ts';
import { Part } from './part.tsx';
import { RankedBars, type RankedRow } from './ranked-bars.tsx';

type OriginsProps = Pick<AnalyticsReportFragment, 'sources' | 'countries' | 'referrers'>;

/** Where the views came from: medium, country and site. */
export function Origins({ sources, countries, referrers }: OriginsProps) {
  const { t, format } = useLocale();
  const names = t('analytics.source', { returnObjects: true });
  return (
    <div className="analytics__three">
      <Ranked
        title={t('analytics.sources')}
        rows={sources.map(({ source, views, viewsBefore }) => [names[source], views, viewsBefore])}
        none={t('analytics.noSources')}
      />
      <Ranked
        title={t('analytics.countries')}
        rows={countries.map(({ country, count, countBefore }) => [format.country(country), count, countBefore])}
        none={t('analytics.noCountries')}
      />
      <Ranked
        title={t('analytics.referrers')}
        rows={referrers.map(({ referrer, count, countBefore }) => [referrer, count, countBefore])}
        none={t('analytics.noReferrers')}
      />
    </div>
  );
}

interface RankedProps {
  readonly title: string;
  readonly rows: readonly RankedRow[];
  readonly none: string;
}

function Ranked({ title, rows, none }: RankedProps) {
  return (
    <Part title={title}>
      {rows.length === 0 ? <p className="analytics__none">{none}</p> : <RankedBars rows={rows} />}
    </Part>
  );
}
