import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { currentSession, followSession, lastSessionEnd } from '../../api/session.ts';
import { paths } from '../paths.ts';

/** Screens that need no session, or that must show their result first. */
const EXEMPT: readonly string[] = [
  paths.login,
  paths.signup,
  paths.forgotPassword,
  paths.resetPassword,
  paths.undoEmail,
  paths.accountDeleted,
];

/** Redirects to the login after a 401 of any call. */
export function useLoginAfter401(): void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  useEffect(
    () =>
      followSession(() => {
        if (currentSession() !== null || lastSessionEnd() !== 'expired' || EXEMPT.includes(pathname)) return;
        void navigate(paths.login, { replace: true });
      }),
    [navigate, pathname],
  );
}
