import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { RankedBars } from '../../../charts/ranked-bars.tsx';
import { RecentEvents } from '../../../charts/recent-events.tsx';
import { FilterGroup } from '../../../lists/filter-group.tsx';
import { DayTotals } from '../pages/day-totals.tsx';
import { Block, type BlockReading, ReadingFailure } from './block.tsx';
import { AdminEventTotalsDocument } from './event-totals.generated.ts';
import { Funnel } from './funnel.tsx';
import { AdminLatestEventsDocument } from './latest-events.generated.ts';
import { beginningsOf, PERIODS, periodIn } from './period.ts';
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
  const periods = t('adminAnalytics.periods', { returnObjects: true });
  const [params] = useSearchParams();
  const period = periodIn(params);
  // Stays the same while the tab is open, so that each query is sent once.
  const [now] = useState(Date.now);
  const variables = beginningsOf(period, now);
  const pages = useQuery(AdminPageTotalsDocument, { variables });
  const users = useQuery(AdminUserTotalDocument, { variables: { from: variables.from } });
  const events = useQuery(AdminEventTotalsDocument, { variables: { period } });
  const top = useQuery(AdminTopPagesDocument, { variables: { period } });
  const latest = useQuery(AdminLatestEventsDocument);
  return (
    <div className="figures">
      <ReadingFailure readings={[pages, users, events, top, latest]} />
      <div className="stack gap-4">
        <FilterGroup
          label={t('adminAnalytics.period')}
          name="period"
          chosen={period}
          choices={PERIODS}
          words={(one) => periods[one ?? 'MONTH']}
        />
        <Tiles pages={pages} users={users} events={events} />
      </div>
      <Block title={t('adminAnalytics.funnel')} reading={bothOf(pages, events)} height="12rem">
        {([ofPages, ofEvents]) => <Funnel pages={ofPages} events={ofEvents} />}
      </Block>
      <Block title={t('adminAnalytics.days')} reading={events} height="13.25rem">
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

/** A reading of two that a block needs. */
function bothOf<One, Other>(one: BlockReading<One>, other: BlockReading<Other>): BlockReading<readonly [One, Other]> {
  return {
    data: one.data === undefined || other.data === undefined ? undefined : [one.data, other.data],
    error: one.error ?? other.error,
    loading: one.loading || other.loading,
    refetch: () => Promise.all([one.refetch(), other.refetch()]),
  };
}
