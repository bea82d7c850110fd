import type { ReactNode } from 'react';
import { useLocale } from '../i18n/use-locale.ts';
import type { RecentEventFragment } from './recent-events.generated.ts';
import './recent-events.css';
import './charts.css';

interface RecentEventsProps<Event> {
  readonly events: readonly Event[];
  /** Shown without events. */
  readonly none: string;
  /** The page of an event, if they are of several. */
  readonly pageOf?: (event: Event) => ReactNode;
}

/** Latest events, newest first. */
export function RecentEvents<Event extends RecentEventFragment>({ events, none, pageOf }: RecentEventsProps<Event>) {
  const { t, format } = useLocale();
  // An event is a tap on one item.
  const names = { ...t('analytics.type', { returnObjects: true }), CLICK_CUSTOM_FIELD: t('analytics.oneCustomField') };
  if (events.length === 0) return <p className="charts__none">{none}</p>;
  return (
    <ol className="recent">
      {events.map((event) => (
        <li key={event.id} className="recent__event">
          <span className={`recent__type${event.type === 'VIEW' ? '' : ' recent__type--click'}`}>
            {names[event.type]}
            {event.customField !== null && (
              <>
                {' '}
                <bdi translate="no" className="recent__item">
                  {event.customField}
                </bdi>
              </>
            )}
          </span>
          {pageOf && <span className="recent__page">{pageOf(event)}</span>}
          <span className="recent__country">
            {event.country ? format.country(event.country) : t('analytics.noCountry')}
          </span>
          <time className="tabular" dateTime={event.createdAt}>
            {format.dayAndTime(event.createdAt)}
          </time>
        </li>
      ))}
    </ol>
  );
}
