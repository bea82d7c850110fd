import { useRef } from 'react';
import { Navigate, Outlet } from 'react-router';
import { lastSessionEnd } from '../api/session.ts';
import { useSession } from '../api/use-session.ts';
import { paths } from './paths.ts';

/** Wraps guarded screens and closes them when the session ends. */
export function SignedIn() {
  const session = useSession();
  const hadSession = useRef(session !== null);
  // Remount the screens for another user, also if another tab signed them in.
  if (session !== null) return <Outlet key={session.token} />;
  const leftByChoice = hadSession.current && lastSessionEnd() === 'logout';
  return <Navigate to={leftByChoice ? paths.home : paths.login} replace />;
}
