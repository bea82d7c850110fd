import { ArrowLeft } from 'lucide-react';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { href, useSearchParams } from 'react-router';
import { SAME_SCREEN } from '../../browser/same-screen.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import type { LoadPart } from '../../ui/use-part.ts';
import { PagesTab } from './pages/pages-tab.tsx';
import { ADMIN_TABS, type AdminTab, TAB_WORDS, tabIn, withTab } from './tabs.ts';
import './admin.css';

/** Placeholder while the code of a tab loads. */
function PanelSkeleton() {
  const { t } = useTranslation();
  return (
    <div className="admin__waiting" aria-busy="true">
      <p className="visually-hidden" role="status">
        {t('admin.loading')}
      </p>
      <Skeleton width="100%" height="3rem" />
      <Skeleton width="100%" height="20rem" />
    </div>
  );
}

const panel = (load: LoadPart<object>) => lazyPart(load, <PanelSkeleton />);

/** The first tab is bundled with the administration; the others load on demand. */
const panels: Readonly<Record<AdminTab, ComponentType>> = {
  pages: PagesTab,
  users: panel(() => import('./users/users-tab.tsx')),
  bulk: panel(() => import('./bulk/bulk-tab.tsx')),
  analytics: panel(() => import('./analytics/analytics-tab.tsx')),
};

function AdminPage() {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const tab = tabIn(params);
  const Panel = panels[tab];
  return (
    <div className="page admin">
      <div className="admin__head">
        <PageHeading title={`${t(TAB_WORDS[tab])} · ${t('admin.title')}`} className="screen-title">
          {t('admin.title')}
        </PageHeading>
        <ButtonLink look="quiet" to={href('/dashboard')}>
          <ArrowLeft aria-hidden="true" />
          {t('shell.yourPages')}
        </ButtonLink>
      </div>
      <Tabs
        label={t('admin.tabs')}
        tabs={ADMIN_TABS.map((one) => [one, t(TAB_WORDS[one])] as const)}
        selected={tab}
        onSelect={(next) => setParams(withTab(params, next), { state: SAME_SCREEN })}
      >
        <Panel key={tab} />
      </Tabs>
    </div>
  );
}

export { AdminPage as Component };
