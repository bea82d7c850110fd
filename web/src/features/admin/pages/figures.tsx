import { useLocale } from '../../../i18n/use-locale.ts';
import { RankedBars } from '../../dashboard/ranked-bars.tsx';
import { RecentEvents } from '../../dashboard/recent-events.tsx';
import { DayTotals } from './day-totals.tsx';
import type { AdminPageFiguresQuery } from './page-figures.generated.ts';
import '../../dashboard/analytics.css';
import './figures.css';

type Analytics = AdminPageFiguresQuery['adminPage']['adminAnalytics'];

/** The total, event types, days, sources, and the latest events. */
export function Figures({ analytics }: { readonly analytics: Analytics }) {
  const { t, format } = useLocale();
  const types = t('analytics.type', { returnObjects: true });
  const { totalEvents, eventsByType, days, recentEvents, topReferrers, topCountries } = analytics;
  const byCount = eventsByType.toSorted((a, b) => b.count - a.count);
  return (
    <div className="page-figures">
      <dl className="page-figures__total">
        <dt>{t('adminAnalytics.totalEvents')}</dt>
        <dd className="tabular">{format.number(totalEvents)}</dd>
      </dl>
      <section>
        <h3>{t('adminPages.days')}</h3>
        <DayTotals days={days} />
        <p className="page-figures__none">{t('analytics.zone')}</p>
      </section>
      <div className="page-figures__pair">
        <section>
          <h3>{t('adminAnalytics.byType')}</h3>
          <RankedBars rows={byCount.map(({ type, count }) => [types[type], count])} />
        </section>
        <section>
          <h3>{t('adminAnalytics.latest')}</h3>
          <RecentEvents events={recentEvents} none={t('adminAnalytics.noEvents')} />
        </section>
        <section>
          <h3>{t('adminPages.referrers')}</h3>
          <RankedBars
            rows={topReferrers.map(({ referrer, count }) => [referrer, count])}
            none={t('adminPages.noReferrers')}
          />
        </section>
        <section>
          <h3>{t('adminPages.countries')}</h3>
          <RankedBars
            rows={topCountries.map(({ country, count }) => [format.country(country), count])}
            none={t('adminPages.noCountries')}
          />
        </section>
      </div>
    </div>
  );
}
