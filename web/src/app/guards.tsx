import { useRef } from 'react';
import { Navigate, Outlet, redirect } from 'react-router';
import { currentSession, lastSessionEnd } from '../api/session.ts';
import { useSession } from '../api/use-session.ts';
import { paths } from './paths.ts';

/** Before a guarded screen is even loaded: no session, no screen. */
export function requireSession(): Response | null {
  return currentSession() === null ? redirect(paths.login) : null;
}

/** Login and signup are for guests. Asked on arrival alone: signing in shows its panel first. */
export function requireGuest(): Response | null {
  return currentSession() === null ? null : redirect(paths.dashboard);
}

/** Around guarded screens: when the session ends while one is open, it closes. */
export function SignedInOnly() {
  const session = useSession();
  const hadSession = useRef(session !== null);
  if (session !== null) return <Outlet />;
  const leftByChoice = hadSession.current && lastSessionEnd() === 'logout';
  return <Navigate to={leftByChoice ? paths.home : paths.login} replace />;
}
