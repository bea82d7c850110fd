import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/use-format.ts';
import type { RecentEventFragment } from './recent-events.generated.ts';

/** What happened last on the page, newest first; the kinds without their CLICK_. */
export function RecentEvents({ events }: { readonly events: readonly RecentEventFragment[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (events.length === 0) return <p className="analytics__none">{t('analytics.noEvents')}</p>;
  return (
    <ol className="recent">
      {events.map(({ id, type, country, createdAt }) => (
        <li key={id} className="recent__event">
          <span className={`recent__type${type === 'VIEW' ? '' : ' recent__type--click'}`}>
            {type.replace(/^CLICK_/, '')}
          </span>
          <span>{country ? format.country(country) : t('analytics.noCountry')}</span>
          <time className="tabular" dateTime={createdAt}>
            {format.dayAndTime(createdAt)}
          </time>
        </li>
      ))}
    </ol>
  );
}
