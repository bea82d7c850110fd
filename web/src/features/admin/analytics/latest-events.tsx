import { useTranslation } from 'react-i18next';
import { href } from 'react-router';
import { useFormat } from '../../../i18n/use-format.ts';
import { EVENT_LABELS } from '../../dashboard/event-labels.ts';
import type { AdminLatestEventsQuery } from './latest-events.generated.ts';

/** The twenty latest events of all pages. */
export function LatestEvents({ analytics }: { readonly analytics: AdminLatestEventsQuery['globalAnalytics'] }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (analytics.recentEvents.length === 0) return <p className="figures__none">{t('adminAnalytics.noEvents')}</p>;
  return (
    <>
      <p className="figures__none">{t('analytics.zone')}</p>
      <ol className="latest">
        {analytics.recentEvents.map(({ id, type, country, createdAt, page }) => (
          <li key={id} className="latest__event">
            <strong>{t(EVENT_LABELS[type])}</strong>
            <span className="latest__page">
              {page === null ? (
                t('adminAnalytics.deletedPage')
              ) : (
                <a href={href('/d/:id', { id: page.id })} target="_blank" rel="noopener" dir="auto">
                  {page.displayName || page.id}
                  <span className="visually-hidden">{t('adminBulk.newTab')}</span>
                </a>
              )}
            </span>
            <span className="latest__country">
              {country === null ? t('analytics.noCountry') : format.country(country)}
            </span>
            <time className="latest__time tabular" dateTime={createdAt}>
              {format.dayAndTime(createdAt)}
            </time>
          </li>
        ))}
      </ol>
    </>
  );
}
