import { useTranslation } from 'react-i18next';
import type { TextKey } from '../../i18n/text-key.ts';
import { useFormat } from '../../i18n/use-format.ts';
import type { RecentEventFragment } from './recent-events.generated.ts';

/** Label of each event type: the specification’s names without CLICK_, translated. */
const NAMES: Readonly<Record<RecentEventFragment['type'], TextKey>> = {
  VIEW: 'analytics.type.view',
  CLICK_CALL: 'analytics.type.call',
  CLICK_WHATSAPP: 'analytics.type.whatsapp',
  CLICK_EMAIL: 'analytics.type.email',
  CLICK_WEBSITE: 'analytics.type.website',
  CLICK_INSTAGRAM: 'analytics.type.instagram',
  CLICK_VCARD: 'analytics.type.vcard',
  CLICK_CUSTOM_FIELD: 'analytics.type.customField',
};

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
