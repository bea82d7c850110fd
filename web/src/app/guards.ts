import { href, type RouteObject, redirect } from 'react-router';
import { refreshUser } from '../session/auth.ts';
import { currentSession } from '../session/session.ts';
import type { Screen } from './screen.ts';

/** Redirects users without access before the screen's code loads. */
export function guardOf({ audience }: Screen): Pick<RouteObject, 'loader'> {
  if (audience === 'everybody') return {};
  if (audience === 'guests') return { loader: requireGuest };
  const isAllowed = () => audience(currentSession()?.user.role ?? 'DRIVER');
  const loader = async () => {
    // The stored role may be older than a promotion, so ask the server before redirecting.
    if (currentSession() !== null && !isAllowed()) await refreshUser();
    if (currentSession() === null) return redirect(href('/login'));
    return isAllowed() ? null : redirect(href('/dashboard'));
  };
  return { loader };
}

/** Checked on arrival only, because signing in shows its panel first. */
function requireGuest(): Response | null {
  return currentSession() === null ? null : redirect(href('/dashboard'));
}
