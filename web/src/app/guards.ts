import { redirect } from 'react-router';
import { refreshUser } from '../api/auth.ts';
import { currentSession } from '../api/session.ts';
import type { User } from '../api/shapes.ts';
import { paths } from './paths.ts';

/** Checked before a guarded screen is loaded: without a session it is not. */
export function requireSession(): Response | null {
  return currentSession() === null ? redirect(paths.login) : null;
}

/**
 * Guards a screen that requires a role: guests go to the login, users without the role to their pages. The stored
 * role may be older than a promotion, so ask the server before redirecting.
 */
export function requireRole(may: (role: User['role']) => boolean): () => Promise<Response | null> {
  const isAllowed = () => may(currentSession()?.user.role ?? 'DRIVER');
  return async () => {
    if (currentSession() !== null && !isAllowed()) await refreshUser();
    if (currentSession() === null) return redirect(paths.login);
    return isAllowed() ? null : redirect(paths.dashboard);
  };
}

/** Login and signup are for guests. Checked on arrival only, because signing in shows its panel first. */
export function requireGuest(): Response | null {
  return currentSession() === null ? null : redirect(paths.dashboard);
}
