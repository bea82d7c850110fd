import { useSyncExternalStore } from 'react';
import { currentSession, followSession, type Session } from './session.ts';

/** Server-rendered pages are rendered for guests. */
const nobody = () => null;

/** The current session, or null; updates on sign-in, sign-out and changes in other tabs. */
export function useSession(): Session | null {
  return useSyncExternalStore(followSession, currentSession, nobody);
}
