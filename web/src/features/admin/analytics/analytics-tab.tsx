import { useQuery } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { RankedBars } from '../../../charts/ranked-bars.tsx';
import { RecentEvents } from '../../../charts/recent-events.tsx';
import { DayTotals } from '../pages/day-totals.tsx';
import { Block, ReadingFailure } from './block.tsx';
import { AdminEventTotalsDocument } from './event-totals.generated.ts';
import { AdminLatestEventsDocument } from './latest-events.generated.ts';
import { Tiles } from './tiles.tsx';
import { AdminTopPagesDocument } from './top-pages.generated.ts';
import { PageLink, TopPages } from './top-pages.tsx';
import { AdminPageTotalsDocument, AdminUserTotalDocument } from './totals.generated.ts';
import './figures.css';

/**
 * Figures of the whole product. Pages, users and events are read separately, because one of them may be unavailable.
 */
export default function AnalyticsTab() {
  const { t } = useTranslation();
  const types = t('analytics.type', { returnObjects: true });
  const pages = useQuery(AdminPageTotalsDocument);
  const users = useQuery(AdminUserTotalDocument);
  const events = useQuery(AdminEventTotalsDocument);
  const top = useQuery(AdminTopPagesDocument);
  const latest = useQuery(AdminLatestEventsDocument);
  return (
    <div className="figures">
      <ReadingFailure readings={[pages, users, events, top, latest]} />
      <Tiles pages={pages} users={users} events={events} />
      <Block title={t('adminAnalytics.days')} reading={events} height="12rem">
        {({ globalAnalytics }) => <DayTotals days={globalAnalytics.days} />}
      </Block>
      <div className="figures__pair">
        <Block title={t('adminAnalytics.byType')} reading={events} height="18rem">
          {({ globalAnalytics }) => (
            <RankedBars
              rows={globalAnalytics.eventsByType
                .toSorted((a, b) => b.count - a.count)
                .map(({ type, count }) => [types[type], count] as const)}
            />
          )}
        </Block>
        <Block title={t('adminAnalytics.top')} reading={top} height="18rem">
          {({ globalAnalytics }) => <TopPages analytics={globalAnalytics} />}
        </Block>
      </div>
      <Block title={t('adminAnalytics.latest')} reading={latest} height="40rem">
        {({ globalAnalytics }) => (
          <>
            <p className="figures__none">{t('analytics.zone')}</p>
            <RecentEvents
              events={globalAnalytics.recentEvents}
              none={t('adminAnalytics.noEvents')}
              pageOf={({ page }) => (page === null ? t('adminAnalytics.deletedPage') : <PageLink {...page} />)}
            />
          </>
        )}
      </Block>
    </div>
  );
}
