import { useSyncExternalStore } from 'react';
import { currentSession, followSession, type Session } from './session.ts';

/** Finished pages are a guest's. */
const nobody = () => null;

/** The signed-in person's session, or null; follows sign-in, sign-out and other tabs. */
export function useSession(): Session | null {
  return useSyncExternalStore(followSession, currentSession, nobody);
}
