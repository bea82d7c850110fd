import { href, Navigate, Outlet } from 'react-router';
import type { User } from '../api/shapes.ts';
import { useSession } from '../api/use-session.ts';

/** Wraps screens that require a role: a user who loses it is redirected to their pages. */
export function RoleGate({ may }: { readonly may: (role: User['role']) => boolean }) {
  const session = useSession();
  return session === null || may(session.user.role) ? <Outlet /> : <Navigate to={href('/dashboard')} replace />;
}
