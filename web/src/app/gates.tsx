import { useRef } from 'react';
import { href, Navigate, Outlet } from 'react-router';
import type { User } from '../api/shapes.ts';
import { lastSessionEnd } from '../session/session.ts';
import { useSession } from '../session/use-session.ts';

/** Wraps guarded screens and closes them when the session ends. */
export function SignedIn() {
  const session = useSession();
  const hadSession = useRef(session !== null);
  // Remount the screens for another user, also if another tab signed them in.
  if (session !== null) return <Outlet key={session.token} />;
  const leftByChoice = hadSession.current && lastSessionEnd() === 'logout';
  return <Navigate to={leftByChoice ? href('/') : href('/login')} replace />;
}

/** Wraps screens that require a role: a user who loses it is redirected to their pages. */
export function RoleGate({ may }: { readonly may: (role: User['role']) => boolean }) {
  const session = useSession();
  return session === null || may(session.user.role) ? <Outlet /> : <Navigate to={href('/dashboard')} replace />;
}
