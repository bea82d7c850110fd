import { useInfiniteQuery } from '@tanstack/react-query';
import { CreditCard, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fixedFailure } from '../../api/failure.ts';
import { listMyPages } from '../../api/pages.ts';
import type { Page } from '../../api/shapes.ts';
import { paths } from '../../app/paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { AnalyticsModal } from './analytics-modal.tsx';
import { NoPages } from './no-pages.tsx';
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
  const [shown, setShown] = useState<Page>();
  const list = useInfiniteQuery({
    queryKey: ['pages', 'mine'],
    queryFn: ({ pageParam, signal }) => listMyPages(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.cursor,
  });

  if (list.isPending) return <PageCardSkeleton label={t('dashboard.loading')} />;
  if (list.isError && list.data === undefined) {
    return (
      <FailureNotice
        failure={fixedFailure(list.error, 'dashboard.failed')}
        actions={
          <Button look="secondary" busy={list.isFetching} onClick={() => void list.refetch()}>
            {t('failure.tryAgain')}
          </Button>
        }
      />
    );
  }
  const pages = list.data.pages.flatMap((part) => part.pages);
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
      {list.hasNextPage && (
        <Button look="secondary" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('dashboard.more')}
        </Button>
      )}
      <AnalyticsModal page={shown} onClose={() => setShown(undefined)} />
    </>
  );
}

export { DashboardPage as Component };
