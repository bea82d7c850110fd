import { WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { href, Outlet, useLocation, useNavigate } from 'react-router';
import { refreshUser } from '../../api/auth.ts';
import { currentSession, followSession, lastSessionEnd } from '../../api/session.ts';
import { useSession } from '../../api/use-session.ts';
import { useScroll } from './use-scroll.ts';
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

/** Screens that need no session, or that must show their result first. */
const EXEMPT: readonly string[] = [
  href('/login'),
  href('/signup'),
  href('/forgot-password'),
  href('/reset-password'),
  href('/undo-email'),
  href('/account-deleted'),
];

function useLoginAfter401(): void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  useEffect(
    () =>
      followSession(() => {
        if (currentSession() !== null || lastSessionEnd() !== 'expired' || EXEMPT.includes(pathname)) return;
        void navigate(href('/login'), { replace: true });
      }),
    [navigate, pathname],
  );
}

/** A tab that is looked at again after this time asks for new announcements. */
const STALE_MS = 5 * 60 * 1000;

/**
 * Refreshes the user when a session starts or is restored, and when somebody returns to the tab; true while the server
 * could not be reached.
 */
function useUserRefresh(): boolean {
  const [offline, setOffline] = useState(false);
  const token = useSession()?.token;

  useEffect(() => {
    if (token === undefined) return;
    let live = true;
    let asked = 0;
    const refresh = async () => {
      asked = Date.now();
      const outcome = await refreshUser();
      if (live) setOffline(outcome === 'offline');
    };
    const lookAgain = () => {
      if (!document.hidden && Date.now() - asked > STALE_MS) void refresh();
    };
    void refresh();
    window.addEventListener('online', refresh);
    document.addEventListener('visibilitychange', lookAgain);
    return () => {
      live = false;
      window.removeEventListener('online', refresh);
      document.removeEventListener('visibilitychange', lookAgain);
    };
  }, [token]);

  return offline && token !== undefined;
}
