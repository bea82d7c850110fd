import { WifiOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router';
import { useLoginAfter401 } from './use-login-after-401.ts';
import { useScroll } from './use-scroll.ts';
import { useUserRefresh } from './use-user-refresh.ts';
import './shell.css';

/** Wraps every screen: restores the scroll position and refreshes the user. */
export function Root() {
  const { t } = useTranslation();
  const offline = useUserRefresh();
  useScroll();
  useLoginAfter401();
  return (
    <>
      {offline && (
        <div className="offline" role="status">
          <WifiOff aria-hidden="true" />
          <p>{t('shell.offline')}</p>
        </div>
      )}
      <Outlet />
    </>
  );
}
