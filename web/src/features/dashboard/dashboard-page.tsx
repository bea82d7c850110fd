import { ArrowRight, Plus } from 'lucide-react';
import { type ComponentProps, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { href } from 'react-router';
import { type Failure, fixedFailure } from '../../api/failure.ts';
import { useScreenQuery } from '../../apollo/use-screen-query.ts';
import { keepCodes } from '../../offline/keep-codes.ts';
import { keepCards, offlineCards } from '../../offline/offline-cards.ts';
import { pendingHandover } from '../../session/pending-page.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { MenuButton } from '../../ui/menu-button.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { type PageStepsProps, pageSteps } from '../../ui/page-steps.ts';
import { useAction } from '../../ui/use-action.ts';
import { DashboardDocument, type DashboardQuery } from './dashboard-page.generated.ts';
import { needsSteps } from './missing-parts.ts';
import { OfflineCards } from './offline-cards-list.tsx';
import { PageList } from './page-list.tsx';
import { PagesSkeleton } from './pages-skeleton.tsx';
import { useCardDialogs } from './use-card-dialogs.tsx';
import './dashboard.css';

/** What stands on the screen; decided by the first answer, so that finishing the steps does not take them away. */
type Shown = { readonly list: true } | { readonly list: false; readonly id: string | undefined };

function shownFor([first, second]: DashboardQuery['myPages']['nodes']): Shown {
  if (first === undefined) return { list: false, id: undefined };
  return second === undefined && needsSteps(first) ? { list: false, id: first.id } : { list: true };
}

const Steps = lazyPart<PageStepsProps>(
  () => pageSteps.load?.() ?? Promise.reject(new Error('the application declares no steps')),
  <div className="dashboard page" aria-busy="true" />,
);

function DashboardPage() {
  const { t } = useTranslation();
  const { data, error, loading, refetch, fetchMore } = useScreenQuery(DashboardDocument, {});
  const pages = data?.myPages;
  const [shown, setShown] = useState<Shown>();
  // As of the last visit at first, so that nothing moves when the answer arrives.
  const [hadRides] = useState(() => offlineCards().some(({ trade }) => trade === 'vtc'));
  const [hadPages] = useState(() => offlineCards().length);
  const hasRides = pages?.nodes.some(({ profile }) => profile.trade === 'vtc') ?? hadRides;
  // A single card is the first thing on the screen; a long list does not hide the rides.
  const ridesFirst = (pages?.nodes.length ?? hadPages) > 1;
  if (shown === undefined && pages !== undefined) setShown(shownFor(pages.nodes));
  return (
    <>
      <WaitingHandover />
      {shown?.list === false ? (
        <Steps id={shown.id} onLeave={() => setShown({ list: true })} />
      ) : (
        <div className="dashboard page">
          <div className="dashboard__head">
            <PageHeading title={t('dashboard.title')} className="screen-title" />
            {error === undefined && <AddMenu waits={pages === undefined} />}
          </div>
          {hasRides && ridesFirst && <RidesLink />}
          {pages !== undefined ? (
            <MyPages pages={pages} onMore={(after) => fetchMore({ variables: { after } })} />
          ) : error === undefined ? (
            <PagesSkeleton label={t('dashboard.loading')} />
          ) : (
            <NoList failure={fixedFailure(error, 'dashboard.failed')} retry={{ loading, refetch }} />
          )}
          {hasRides && !ridesFirst && <RidesLink />}
        </div>
      )}
    </>
  );
}

/** Booking vouchers are for drivers of VTC only. */
function RidesLink() {
  const { t } = useTranslation();
  return (
    <p>
      <ButtonLink look="secondary" icon={ArrowRight} to={href('/bon')}>
        {t('dashboard.rides')}
      </ButtonLink>
    </p>
  );
}

/** The way back to a handover link that began with the sign-in. */
function WaitingHandover() {
  const { t } = useTranslation();
  const [token] = useState(pendingHandover);
  if (token === undefined) return null;
  return (
    <div className="dashboard__handover page">
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
    </div>
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

interface AddMenuProps {
  /** True while the list loads: the menu may then disappear, so it must not take focus. */
  readonly waits: boolean;
}

/** The two ways to another page. */
function AddMenu({ waits }: AddMenuProps) {
  const { t } = useTranslation();
  return (
    <div className="dashboard__add" inert={waits}>
      <MenuButton
        className="btn btn--secondary"
        label={t('dashboard.add')}
        entries={[
          { id: 'claim', label: t('dashboard.claim'), to: href('/claim') },
          { id: 'create', label: t('dashboard.create'), to: href('/editor/new') },
        ]}
      >
        <Plus aria-hidden="true" />
        {t('dashboard.add')}
      </MenuButton>
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
  useEffect(() => keepCards(nodes.map((page) => ({ ...page, trade: page.profile.trade }))), [nodes]);
  // The codes have to show without a network, too.
  useEffect(() => void keepCodes(), []);

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

export { DashboardPage as Component };
