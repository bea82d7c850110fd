import { useQuery } from '@apollo/client/react';
import { CreditCard, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Failure, fixedFailure } from '../../api/failure.ts';
import { paths } from '../../app/paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { AnalyticsModal } from './analytics-modal.tsx';
import { DashboardDocument } from './dashboard-page.generated.ts';
import { NoPages } from './no-pages.tsx';
import type { PageCardFragment } from './page-card.generated.ts';
import { PageCard } from './page-card.tsx';
import { PageCardSkeleton } from './page-card-skeleton.tsx';
import './dashboard.css';

function DashboardPage() {
  const { t } = useTranslation();
  return (
    <div className="dashboard page">
      <div className="dashboard__head">
        <PageHeading title={t('dashboard.title')} className="screen-title" />
        <div className="dashboard__actions">
          <ButtonLink look="secondary" to={paths.claim}>
            <CreditCard aria-hidden="true" />
            {t('dashboard.claim')}
          </ButtonLink>
          <ButtonLink to={paths.newPage}>
            <Plus aria-hidden="true" />
            {t('dashboard.create')}
          </ButtonLink>
        </div>
      </div>
      <MyPages />
    </div>
  );
}

function MyPages() {
  const { t } = useTranslation();
  const [shown, setShown] = useState<PageCardFragment>();
  const [failure, setFailure] = useState<Failure>();
  const { data, error, loading, refetch, fetchMore } = useQuery(DashboardDocument);
  const { run: showMore, busy } = useSingleFlight(async () => {
    setFailure(undefined);
    try {
      await fetchMore({ variables: { after: data?.myPages.pageInfo.endCursor ?? null } });
    } catch (reason) {
      setFailure(fixedFailure(reason, 'dashboard.failed'));
    }
  });

  if (data === undefined && error !== undefined) {
    return (
      <FailureNotice
        failure={fixedFailure(error, 'dashboard.failed')}
        actions={
          <Button look="secondary" busy={loading} onClick={() => void refetch()}>
            {t('failure.tryAgain')}
          </Button>
        }
      />
    );
  }
  if (data === undefined) return <PageCardSkeleton label={t('dashboard.loading')} />;
  const { nodes: pages, pageInfo } = data.myPages;
  if (pages.length === 0) return <NoPages />;
  return (
    <>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without it */}
      <ul className="dashboard__list" role="list">
        {pages.map((page) => (
          <li key={page.id}>
            <PageCard page={page} onAnalytics={() => setShown(page)} />
          </li>
        ))}
      </ul>
      <FailureNotice failure={failure} />
      {pageInfo.hasNextPage && (
        <Button look="secondary" busy={busy} onClick={() => void showMore()}>
          {t('dashboard.more')}
        </Button>
      )}
      <AnalyticsModal page={shown} onClose={() => setShown(undefined)} />
    </>
  );
}

export { DashboardPage as Component };
