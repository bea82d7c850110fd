import { useEffect, useRef, useState } from 'react';
import { href, useNavigate } from 'react-router';
import type { SignedIn } from '../../session/auth.ts';
import { claimPendingPage, pendingHandover, pendingPage } from '../../session/pending-page.ts';
import { isAdmin, isSupport } from '../../session/roles.ts';
import { startSession } from '../../session/session.ts';

const PANEL_MS = 1_500;
/** A hanging claim must not block the success panel. */
const CLAIM_PATIENCE_MS = 6_000;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Staff continue at their desk, unless a card or a handover link waits: both go on from the dashboard. */
function destinationOf({ user: { role }, setUpSecondFactor }: SignedIn) {
  if (setUpSecondFactor) return '/account';
  if (pendingPage() !== undefined || pendingHandover() !== undefined || !isSupport(role)) return '/dashboard';
  return isAdmin(role) ? '/admin' : '/support';
}

/** Steps after a successful login or signup: the panel, the remembered claim, then the destination. */
export function useSignIn(): {
  /** Once signed in, the screen that follows the panel. */
  readonly destination: ReturnType<typeof destinationOf> | undefined;
  readonly finish: (signedIn: SignedIn, remember: boolean) => void;
} {
  const navigate = useNavigate();
  const [destination, leadTo] = useState<ReturnType<typeof destinationOf>>();
  const here = useRef(true);

  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);

  const finish = (signedIn: SignedIn, remember: boolean) => {
    const { token, user } = signedIn;
    startSession({ token, user }, remember);
    const next = destinationOf(signedIn);
    leadTo(next);
    void Promise.all([pause(PANEL_MS), Promise.race([claimPendingPage(), pause(CLAIM_PATIENCE_MS)])]).then(() => {
      // Do not redirect a user who has navigated elsewhere meanwhile.
      if (here.current) void navigate(href(next), { replace: true });
    });
  };
  return { destination, finish };
}
