import { useLocale } from '../../i18n/use-locale.ts';
import type { AnalyticsReportFragment } from './analytics-report.generated.ts';
import { Part } from './part.tsx';
import { RankedBars } from './ranked-bars.tsx';

type OriginsProps = Pick<AnalyticsReportFragment, 'sources' | 'countries' | 'referrers'>;

/** Where the views came from: medium, country and site. */
export function Origins({ sources, countries, referrers }: OriginsProps) {
  const { t, format } = useLocale();
  const names = t('analytics.source', { returnObjects: true });
  return (
    <div className="analytics__three">
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
