import { WifiOff, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router';
import { refreshUser } from '../../session/auth.ts';
import { currentSession, followSession, lastSessionEnd } from '../../session/session.ts';
import { useSession } from '../../session/use-session.ts';
import { IconButton } from '../../ui/button.tsx';
import { Questions } from '../../ui/questions.tsx';
import { useScroll } from './use-scroll.ts';
import './shell.css';

/** Wraps every screen: restores the scroll position and refreshes the user. */
export function Root() {
  const { t } = useTranslation();
  const offline = useUserRefresh();
  useScroll();
  return (
    <>
      {offline && (
        <div className="offline" role="status">
          <WifiOff aria-hidden="true" />
          <p>{t('shell.offline')}</p>
        </div>
      )}
      <Outlet />
      <Questions />
      <SessionOver />
    </>
  );
}

/**
 * Says that the session has ended; at the foot, so that it moves nothing. Guarded screens lead to the log-in
 * (`SignedIn`), screens for everybody stay.
 */
function SessionOver() {
  const { t } = useTranslation();
  const [shown, setShown] = useState(sessionIsOver);
  useEffect(() => followSession(() => setShown(sessionIsOver())), []);
  return (
    <div role="status">
      {shown && (
        <div className="session-over">
          <p>{t('shell.sessionOver')}</p>
          <IconButton icon={X} label={t('shell.dismiss')} onClick={() => setShown(false)} />
        </div>
      )}
    </div>
  );
}

/** Whether the server ended the session, and not the user. */
function sessionIsOver(): boolean {
  const end = lastSessionEnd();
  return currentSession() === null && (end === 'expired' || end === 'unconfirmed');
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
    let refreshedAt = 0;
    const refresh = async () => {
      refreshedAt = Date.now();
      const outcome = await refreshUser();
      if (live) setOffline(outcome === 'offline');
    };
    const lookAgain = () => {
      if (!document.hidden && Date.now() - refreshedAt > STALE_MS) void refresh();
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
