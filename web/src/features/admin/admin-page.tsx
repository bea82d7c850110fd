import { ArrowLeft } from 'lucide-react';
import { type ComponentType, lazy, Suspense } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { paths } from '../../app/paths.ts';
import { SAME_SCREEN } from '../../browser/same-screen.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ADMIN_TABS, type AdminTab, TAB_WORDS, tabIn, withTab } from './tabs.ts';
import './admin.css';

/** Each tab's code comes when it is opened. */
const panels: Readonly<Record<AdminTab, ComponentType>> = {
  pages: lazy(() => import('./pages/pages-tab.tsx')),
  users: lazy(() => import('./users/users-tab.tsx')),
  bulk: lazy(() => import('./bulk/bulk-tab.tsx')),
  analytics: lazy(() => import('./analytics/analytics-tab.tsx')),
};

function AdminPage() {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const tab = tabIn(params);
  const show = (key: string | number) => {
    const next = ADMIN_TABS.find((one) => one === key);
    if (next !== undefined && next !== tab) setParams(withTab(params, next), { state: SAME_SCREEN });
  };
  return (
    <div className="page admin">
      <div className="admin__head">
        <PageHeading title={`${t(TAB_WORDS[tab])} · ${t('admin.title')}`} className="screen-title">
          {t('admin.title')}
        </PageHeading>
        <ButtonLink look="quiet" to={paths.dashboard}>
          <ArrowLeft aria-hidden="true" />
          {t('shell.yourPages')}
        </ButtonLink>
      </div>
      <Tabs className="admin__tabs" selectedKey={tab} onSelectionChange={show}>
        <TabList className="admin__tab-list" aria-label={t('admin.tabs')}>
          {ADMIN_TABS.map((one) => (
            <Tab key={one} id={one} className="admin__tab">
              {t(TAB_WORDS[one])}
            </Tab>
          ))}
        </TabList>
        {ADMIN_TABS.map((one) => {
          const Panel = panels[one];
          return (
            <TabPanel key={one} id={one} className="admin__panel">
              <Suspense fallback={<PanelSkeleton />}>
                <Panel />
              </Suspense>
            </TabPanel>
          );
        })}
      </Tabs>
    </div>
  );
}

/** While the code of a tab comes. */
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

export { AdminPage as Component };
