import { CreditCard, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { href } from 'react-router';
import { fixedFailure } from '../../api/failure.ts';
import { useScreenQuery } from '../../apollo/use-screen-query.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { CardArt } from '../../ui/card-art.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { useAction } from '../../ui/use-action.ts';
import { DashboardDocument, type DashboardQuery } from './dashboard-page.generated.ts';
import type { PageCardFragment } from './page-card.generated.ts';
import { PageCardSkeleton } from './page-card.tsx';
import { PageList } from './page-list.tsx';
import './dashboard.css';

// Load dialogs when they are opened.
const AnalyticsModal = lazyPart(() => import('./analytics-modal.tsx'));
const ShareDialog = lazyPart(() => import('./share-dialog.tsx'));

function DashboardPage() {
  const { t } = useTranslation();
  const { data, error, loading, refetch, fetchMore } = useScreenQuery(DashboardDocument, {});
  const pages = data?.myPages;
  return (
    <div className="dashboard page">
      <div className="dashboard__head">
        <PageHeading title={t('dashboard.title')} className="screen-title" />
        {/* An empty list shows the two actions below instead. */}
        {pages?.nodes.length !== 0 && <HeadActions waits={pages === undefined && error === undefined} />}
      </div>
      {pages !== undefined ? (
        <MyPages pages={pages} onMore={(after) => fetchMore({ variables: { after } })} />
      ) : error === undefined ? (
        <PageCardSkeleton label={t('dashboard.loading')} />
      ) : (
        <FailureNotice failure={fixedFailure(error, 'dashboard.failed')} retry={{ loading, refetch }} />
      )}
    </div>
  );
}

interface HeadActionsProps {
  /** True while the list loads: the actions may then disappear, so they must not take focus. */
  readonly waits: boolean;
}

function HeadActions({ waits }: HeadActionsProps) {
  const { t } = useTranslation();
  return (
    <div className="dashboard__actions" inert={waits}>
      <ButtonLink look="secondary" to={href('/claim')}>
        <CreditCard aria-hidden="true" />
        {t('dashboard.claim')}
      </ButtonLink>
      <ButtonLink to={href('/editor/new')}>
        <Plus aria-hidden="true" />
        {t('dashboard.create')}
      </ButtonLink>
    </div>
  );
}

interface MyPagesProps {
  readonly pages: DashboardQuery['myPages'];
  readonly onMore: (after: string | null) => Promise<unknown>;
}

/** The dialog over the list; stays mounted once loaded, so that closing can animate. */
interface Shown {
  readonly what?: 'analytics' | 'share';
  readonly page?: PageCardFragment;
}

function MyPages({ pages: { nodes, pageInfo }, onMore }: MyPagesProps) {
  const { t } = useTranslation();
  const [{ what, page }, show] = useState<Shown>({});
  const more = useAction(
    () => onMore(pageInfo.endCursor),
    (error) => fixedFailure(error, 'dashboard.failed'),
  );
  const close = () => show(({ what: closed }) => (closed === undefined ? {} : { what: closed }));

  if (nodes.length === 0) return <NoPages />;
  return (
    <>
      <PageList
        pages={nodes}
        partial={pageInfo.hasNextPage}
        onAnalytics={(one) => show({ what: 'analytics', page: one })}
        onShare={(one) => show({ what: 'share', page: one })}
      />
      <FailureNotice failure={more.failure} />
      {pageInfo.hasNextPage && (
        <Button look="secondary" busy={more.busy} onClick={() => void more.run()}>
          {t('dashboard.more')}
        </Button>
      )}
      {what === 'analytics' && <AnalyticsModal page={page} onClose={close} />}
      {what === 'share' && <ShareDialog page={page} onClose={close} />}
    </>
  );
}

/** The empty state: two ways to a first page. */
function NoPages() {
  const { t } = useTranslation();
  return (
    <section className="no-pages">
      <div className="no-pages__art">
        <CardArt kind="solo" />
      </div>
      <div className="no-pages__text">
        <h2>{t('dashboard.emptyTitle')}</h2>
        <p>{t('dashboard.emptyText')}</p>
        <div className="dashboard__actions">
          <ButtonLink to={href('/claim')}>{t('dashboard.claim')}</ButtonLink>
          <ButtonLink look="secondary" to={href('/editor/new')}>
            {t('dashboard.create')}
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}

export { DashboardPage as Component };
