import { useQuery } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { EVENT_LABELS } from '../../dashboard/event-labels.ts';
import { RankedBars } from '../../dashboard/ranked-bars.tsx';
import { Block, ReadingFailure } from './block.tsx';
import { AdminEventTotalsDocument } from './event-totals.generated.ts';
import { AdminLatestEventsDocument } from './latest-events.generated.ts';
import { LatestEvents } from './latest-events.tsx';
import { Tiles } from './tiles.tsx';
import { AdminTopPagesDocument } from './top-pages.generated.ts';
import { TopPages } from './top-pages.tsx';
import { AdminPageTotalsDocument, AdminUserTotalDocument } from './totals.generated.ts';
import '../../dashboard/analytics.css';
import './figures.css';

/**
 * Figures of the whole product. Pages, users and events are read separately, because one of them may be unavailable.
 */
export default function AnalyticsTab() {
  const { t } = useTranslation();
  const pages = useQuery(AdminPageTotalsDocument, { notifyOnNetworkStatusChange: true });
  const users = useQuery(AdminUserTotalDocument, { notifyOnNetworkStatusChange: true });
  const events = useQuery(AdminEventTotalsDocument, { notifyOnNetworkStatusChange: true });
  const top = useQuery(AdminTopPagesDocument, { notifyOnNetworkStatusChange: true });
  const latest = useQuery(AdminLatestEventsDocument, { notifyOnNetworkStatusChange: true });
  return (
    <div className="figures">
      <ReadingFailure readings={[pages, users, events, top, latest]} />
      <Tiles pages={pages} users={users} events={events} />
      <div className="figures__pair">
        <Block title={t('adminAnalytics.byType')} reading={events} height="18rem">
          {({ globalAnalytics }) => (
            <RankedBars
              rows={[...globalAnalytics.eventsByType]
                .sort((a, b) => b.count - a.count)
                .map(({ type, count }) => [t(EVENT_LABELS[type]), count] as const)}
            />
          )}
        </Block>
        <Block title={t('adminAnalytics.top')} reading={top} height="18rem">
          {({ globalAnalytics }) => <TopPages analytics={globalAnalytics} />}
        </Block>
      </div>
      <Block title={t('adminAnalytics.latest')} reading={latest} height="40rem">
        {({ globalAnalytics }) => <LatestEvents analytics={globalAnalytics} />}
      </Block>
    </div>
  );
}
