import { useEffect, useState } from 'react';
import { refreshUser } from '../../api/auth.ts';
import { useSession } from '../../api/use-session.ts';

/** A tab that is looked at again after this time asks for new announcements. */
const STALE_MS = 5 * 60 * 1000;

/**
 * Refreshes the user when a session starts or is restored, and when somebody returns to the tab; true while the server
 * could not be reached.
 */
export function useUserRefresh(): boolean {
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
