import { useEffect } from 'react';
import { href, useLocation, useNavigate } from 'react-router';
import { currentSession, followSession, lastSessionEnd } from '../../api/session.ts';

/** Screens that need no session, or that must show their result first. */
const EXEMPT: readonly string[] = [
  href('/login'),
  href('/signup'),
  href('/forgot-password'),
  href('/reset-password'),
  href('/undo-email'),
  href('/account-deleted'),
];

export function useLoginAfter401(): void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  useEffect(
    () =>
      followSession(() => {
        if (currentSession() !== null || lastSessionEnd() !== 'expired' || EXEMPT.includes(pathname)) return;
        void navigate(href('/login'), { replace: true });
      }),
    [navigate, pathname],
  );
}
