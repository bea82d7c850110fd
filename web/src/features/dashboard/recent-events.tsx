import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/use-format.ts';
import { EVENT_LABELS } from './event-labels.ts';
import type { RecentEventFragment } from './recent-events.generated.ts';

/** An event is a tap on one item. */
const NAMES = { ...EVENT_LABELS, CLICK_CUSTOM_FIELD: 'analytics.type.customField' } as const;

/** Latest events of the page, newest first. */
export function RecentEvents({ events }: { readonly events: readonly RecentEventFragment[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (events.length === 0) return <p className="analytics__none">{t('analytics.noEvents')}</p>;
  return (
    <ol className="recent">
      {events.map(({ id, type, country, createdAt }) => (
        <li key={id} className="recent__event">
          <span className={`recent__type${type === 'VIEW' ? '' : ' recent__type--click'}`}>{t(NAMES[type])}</span>
          <span>{country ? format.country(country) : t('analytics.noCountry')}</span>
          <time className="tabular" dateTime={createdAt}>
            {format.dayAndTime(createdAt)}
          </time>
        </li>
      ))}
    </ol>
  );
}
