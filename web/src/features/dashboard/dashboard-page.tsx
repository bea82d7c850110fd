import { CreditCard, Plus } from 'lucide-react';
import { type ComponentProps, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { href } from 'react-router';
import { type Failure, fixedFailure } from '../../api/failure.ts';
import { useScreenQuery } from '../../apollo/use-screen-query.ts';
import { keepCodes } from '../../offline/keep-codes.ts';
import { keepCards } from '../../offline/offline-cards.ts';
import { pendingHandover } from '../../session/pending-page.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { SoloCard } from '../../ui/card-art.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { useAction } from '../../ui/use-action.ts';
import { DashboardDocument, type DashboardQuery } from './dashboard-page.generated.ts';
import { OfflineCards } from './offline-cards-list.tsx';
import { PageCardSkeleton } from './page-card.tsx';
import { PageList } from './page-list.tsx';
import { useCardDialogs } from './use-card-dialogs.tsx';
import './dashboard.css';

function DashboardPage() {
  const { t } = useTranslation();
  const { data, error, loading, refetch, fetchMore } = useScreenQuery(DashboardDocument, {});
  const pages = data?.myPages;
  return (
    <div className="dashboard page">
      <div className="dashboard__head cluster middle gap-3">
        <PageHeading title={t('dashboard.title')} className="screen-title" />
        {/* An empty list shows the two actions below instead. */}
        {pages?.nodes.length !== 0 && <HeadActions waits={pages === undefined && error === undefined} />}
      </div>
      <WaitingHandover />
      {pages !== undefined ? (
        <MyPages pages={pages} onMore={(after) => fetchMore({ variables: { after } })} />
      ) : error === undefined ? (
        <PageCardSkeleton label={t('dashboard.loading')} />
      ) : (
        <NoList failure={fixedFailure(error, 'dashboard.failed')} retry={{ loading, refetch }} />
      )}
    </div>
  );
}

/** The way back to a handover link that began with the sign-in. */
function WaitingHandover() {
  const { t } = useTranslation();
  const [token] = useState(pendingHandover);
  if (token === undefined) return null;
  return (
    <Notice
      tone="info"
      text={t('dashboard.handover')}
      actions={
        // Not in the address, see `useLinkToken`.
        <ButtonLink look="secondary" to={href('/handover')} state={{ token }}>
          {t('dashboard.toHandover')}
        </ButtonLink>
      }
    />
  );
}

type NoListProps = Pick<ComponentProps<typeof FailureNotice>, 'retry'> & { readonly failure: Failure };

function NoList({ failure, retry }: NoListProps) {
  return (
    <>
      <FailureNotice failure={failure} retry={retry} />
      {failure.offline && <OfflineCards />}
    </>
  );
}

interface HeadActionsProps {
  /** True while the list loads: the actions may then disappear, so they must not take focus. */
  readonly waits: boolean;
}

function HeadActions({ waits }: HeadActionsProps) {
  const { t } = useTranslation();
  return (
    <div className="dashboard__actions cluster middle gap-3" inert={waits}>
      <ButtonLink look="secondary" icon={CreditCard} to={href('/claim')}>
        {t('dashboard.claim')}
      </ButtonLink>
      <ButtonLink icon={Plus} to={href('/editor/new')}>
        {t('dashboard.create')}
      </ButtonLink>
    </div>
  );
}

interface MyPagesProps {
  readonly pages: DashboardQuery['myPages'];
  readonly onMore: (after: string | null) => Promise<unknown>;
}

function MyPages({ pages: { nodes, pageInfo }, onMore }: MyPagesProps) {
  const { t } = useTranslation();
  const dialogs = useCardDialogs();
  const more = useAction(
    () => onMore(pageInfo.endCursor),
    (error) => fixedFailure(error, 'dashboard.failed'),
  );
  useEffect(() => keepCards(nodes), [nodes]);
  const isEmpty = nodes.length === 0;
  // The codes have to show without a network, too.
  useEffect(() => {
    if (!isEmpty) void keepCodes();
  }, [isEmpty]);

  if (isEmpty) return <NoPages />;
  return (
    <>
      <PageList pages={nodes} partial={pageInfo.hasNextPage} dialogs={dialogs} />
      <FailureNotice failure={more.failure} />
      {pageInfo.hasNextPage && (
        <Button look="secondary" busy={more.busy} onClick={() => void more.run()}>
          {t('dashboard.more')}
        </Button>
      )}
    </>
  );
}

/** The empty state: two ways to a first page. */
function NoPages() {
  const { t } = useTranslation();
  return (
    <section className="no-pages">
      <div className="no-pages__art">
        <SoloCard />
      </div>
      <div className="no-pages__text stack gap-3">
        <h2>{t('dashboard.emptyTitle')}</h2>
        <p>{t('dashboard.emptyText')}</p>
        <div className="dashboard__actions cluster middle gap-3">
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
