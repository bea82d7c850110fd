import { redirect } from 'react-router';
import { currentSession } from '../api/session.ts';
import { paths } from './paths.ts';

/** Before a guarded screen is even loaded: no session, no screen. */
export function requireSession(): Response | null {
  return currentSession() === null ? redirect(paths.login) : null;
}

/** Login and signup are for guests. Asked on arrival alone: signing in shows its panel first. */
export function requireGuest(): Response | null {
  return currentSession() === null ? null : redirect(paths.dashboard);
}
