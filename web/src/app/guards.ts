import { redirect } from 'react-router';
import { refreshUser } from '../api/auth.ts';
import { currentSession } from '../api/session.ts';
import type { User } from '../api/shapes.ts';
import { paths } from './paths.ts';

/** Before a guarded screen is even loaded: no session, no screen. */
export function requireSession(): Response | null {
  return currentSession() === null ? redirect(paths.login) : null;
}

/**
 * Before a screen that wants a role: without a session the login, without the role one's own pages. The role that is
 * kept may be older than a promotion, so the server is asked before anybody is sent away.
 */
export function requireRole(may: (role: User['role']) => boolean): () => Promise<Response | null> {
  const isAllowed = () => may(currentSession()?.user.role ?? 'DRIVER');
  return async () => {
    if (currentSession() !== null && !isAllowed()) await refreshUser();
    if (currentSession() === null) return redirect(paths.login);
    return isAllowed() ? null : redirect(paths.dashboard);
  };
}

/** Login and signup are for guests. Asked on arrival alone: signing in shows its panel first. */
export function requireGuest(): Response | null {
  return currentSession() === null ? null : redirect(paths.dashboard);
}
