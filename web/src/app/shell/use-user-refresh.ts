import { useEffect, useState } from 'react';
import { refreshUser } from '../../api/auth.ts';
import { currentSession } from '../../api/session.ts';
import { useSession } from '../../api/use-session.ts';

/** Refreshes the user of a restored session on start; true while the server could not be reached. */
export function useUserRefresh(): boolean {
  const [offline, setOffline] = useState(false);
  const signedIn = useSession() !== null;

  useEffect(() => {
    if (currentSession() === null) return;
    let live = true;
    const refresh = async () => {
      const outcome = await refreshUser();
      if (live) setOffline(outcome === 'offline');
    };
    void refresh();
    window.addEventListener('online', refresh);
    return () => {
      live = false;
      window.removeEventListener('online', refresh);
    };
  }, []);

  return offline && signedIn;
}
