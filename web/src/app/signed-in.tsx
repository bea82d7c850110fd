import { useRef } from 'react';
import { Navigate, Outlet } from 'react-router';
import { lastSessionEnd } from '../api/session.ts';
import { useSession } from '../api/use-session.ts';
import { paths } from './paths.ts';

/** Around guarded screens: when the session ends while one is open, it closes. */
export function SignedIn() {
  const session = useSession();
  const hadSession = useRef(session !== null);
  // Another person's screens are others, also where another tab signs them in.
  if (session !== null) return <Outlet key={session.token} />;
  const leftByChoice = hadSession.current && lastSessionEnd() === 'logout';
  return <Navigate to={leftByChoice ? paths.home : paths.login} replace />;
}
