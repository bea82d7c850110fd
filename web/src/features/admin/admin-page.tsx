import { ArrowLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { href, useSearchParams } from 'react-router';
import { SAME_SCREEN } from '../../browser/same-screen.ts';
import { withParameters } from '../../browser/with-parameters.ts';
import { loadTexts } from '../../i18n/i18n.ts';
import { PrintStatus } from '../../print/print-status.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { type LoadPart, lazyPart } from '../../ui/lazy-part.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Skeleton, Waiting } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { PagesTab } from './pages/pages-tab.tsx';
import './admin.css';

/** Placeholder while the code of a tab loads. */
function PanelSkeleton() {
  const { t } = useTranslation();
  return (
    <Waiting label={t('admin.loading')} className="stack gap-4">
      <Skeleton width="100%" height="3rem" />
      <Skeleton width="100%" height="20rem" />
    </Waiting>
  );
}

const panel = (load: LoadPart<object>) => lazyPart(load, <PanelSkeleton />);

/**
 * In display order: the four of each administration, which fit on a phone, then the others. The first is bundled with the
 * administration; the others load on demand.
 */
const panels = {
  pages: PagesTab,
  users: panel(() => import('./users/users-tab.tsx')),
  bulk: panel(() => import('./bulk/bulk-tab.tsx')),
  analytics: panel(() => import('./analytics/analytics-tab.tsx')),
  batches: panel(() => import('./batches/batches-tab.tsx')),
  webhooks: panel(() => import('./webhooks/webhooks-tab.tsx')),
  // Its form asks for the password, in the words of the account.
  tokens: panel(async () => {
    const [part] = await Promise.all([import('./tokens/tokens-tab.tsx'), loadTexts(['adminTokens', 'account'])]);
    return part;
  }),
  announcements: panel(() => import('./announcements/announcements-tab.tsx')),
};
const tabs = Object.keys(panels) as (keyof typeof panels)[];

function AdminPage() {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const names = t('admin.tab', { returnObjects: true });
  const tab = tabs.find((one) => one === params.get('tab')) ?? 'pages';
  // Keeps the search and filters of the other tabs.
  const select = (next: typeof tab) =>
    setParams(withParameters(params, { tab: next === 'pages' ? undefined : next }), { state: SAME_SCREEN });
  const Panel = panels[tab];
  return (
    <div className="page admin">
      <div className="admin__head cluster middle between gap-2-4">
        <PageHeading title={`${names[tab]} · ${t('shell.administration')}`} className="screen-title">
          {t('shell.administration')}
        </PageHeading>
        <ButtonLink look="quiet" icon={ArrowLeft} to={href('/dashboard')}>
          {t('shell.yourPages')}
        </ButtonLink>
      </div>
      <PrintStatus />
      <Tabs
        label={t('admin.tabs')}
        tabs={tabs.map((one) => [one, names[one]] as const)}
        selected={tab}
        onSelect={select}
        opened={params.get('batch') ?? params.get('webhook')}
      >
        <Panel key={tab} />
      </Tabs>
    </div>
  );
}

export { AdminPage as Component };
