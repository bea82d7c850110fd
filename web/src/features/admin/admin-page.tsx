import { ArrowLeft, Settings } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { href, useSearchParams } from 'react-router';
import { SAME_SCREEN } from '../../browser/same-screen.ts';
import { withParameters } from '../../browser/with-parameters.ts';
import { loadTexts } from '../../i18n/i18n.ts';
import { PrintStatus } from '../../print/print-status.tsx';
import { useSession } from '../../session/use-session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { type LoadPart, lazyPart } from '../../ui/lazy-part.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Skeleton, Waiting } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { UndoToast } from './undo-toast.tsx';
import './admin.css';

/** Placeholder while the code of a tab loads. */
function PanelSkeleton() {
  const { t } = useTranslation();
  return (
    <Waiting label={t('admin.loading')} className="stack gap-4">
      <Skeleton width="100%" height="2.75rem" />
      <Skeleton width="100%" height="20rem" />
    </Waiting>
  );
}

const panel = (load: LoadPart<object>) => lazyPart(load, <PanelSkeleton />);

/** The work, which fits on a phone. */
const WORK = {
  pages: panel(() => import('./pages/pages-tab.tsx')),
  users: panel(() => import('./users/users-tab.tsx')),
  bulk: panel(() => import('./creation-tab.tsx')),
  analytics: panel(() => import('./analytics/analytics-tab.tsx')),
};
/** What is set up once, or now and then. */
const SETTINGS = {
  announcements: panel(() => import('./announcements/announcements-tab.tsx')),
  webhooks: panel(() => import('./webhooks/webhooks-tab.tsx')),
  // Its form asks for the password, in the words of the account.
  tokens: panel(async () => {
    const [part] = await Promise.all([import('./tokens/tokens-tab.tsx'), loadTexts(['adminSettings', 'account'])]);
    return part;
  }),
  system: panel(async () => {
    const [part] = await Promise.all([import('./system/system-tab.tsx'), loadTexts(['adminSettings'])]);
    return part;
  }),
};
const PANELS = { ...WORK, ...SETTINGS };
type Tab = keyof typeof PANELS;
/** Others cannot read it. */
const FOR_SUPERADMINS: readonly Tab[] = ['system'];
const namesOf = (panels: object, role: string | undefined) =>
  (Object.keys(panels) as Tab[]).filter((name) => role === 'SUPERADMIN' || !FOR_SUPERADMINS.includes(name));

/** The tab in the address. The list of batches belongs to the tab that makes them. */
function tabIn(params: URLSearchParams, role: string | undefined): Tab {
  const name = params.get('tab') === 'batches' ? 'bulk' : params.get('tab');
  return namesOf(PANELS, role).find((one) => one === name) ?? 'pages';
}

function AdminPage() {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const names = t('admin.tab', { returnObjects: true });
  const role = useSession()?.user.role;
  const tab = tabIn(params, role);
  const isSetting = tab in SETTINGS;
  const title = t(isSetting ? 'admin.settings' : 'shell.administration');
  // Keeps the search and filters of the other tabs.
  const select = (next: Tab) =>
    setParams(withParameters(params, { tab: next === 'pages' ? undefined : next }), { state: SAME_SCREEN });
  const Panel = PANELS[tab];
  return (
    <div className="page admin">
      <div className="admin__head">
        <PageHeading key={title} title={`${names[tab]} · ${title}`} className="screen-title">
          {title}
        </PageHeading>
        <div className="admin__ways">
          {isSetting ? (
            <ButtonLink look="quiet" icon={ArrowLeft} to={href('/admin')}>
              {t('shell.administration')}
            </ButtonLink>
          ) : (
            <>
              <ButtonLink look="quiet" icon={ArrowLeft} to={href('/dashboard')}>
                {t('shell.yourPages')}
              </ButtonLink>
              <ButtonLink look="quiet" icon={Settings} to={{ search: 'tab=announcements' }}>
                {t('admin.settings')}
              </ButtonLink>
            </>
          )}
        </div>
      </div>
      <PrintStatus />
      <Tabs
        key={title}
        label={title}
        tabs={namesOf(isSetting ? SETTINGS : WORK, role).map((one) => [one, names[one]] as const)}
        selected={tab}
        onSelect={select}
        opened={params.get('batch') ?? params.get('webhook')}
      >
        <Panel key={tab} />
      </Tabs>
      <UndoToast />
    </div>
  );
}

export { AdminPage as Component };
