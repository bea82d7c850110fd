import { useEffect, useRef, useState } from 'react';
import { href, useNavigate } from 'react-router';
import type { SignedIn } from '../../session/auth.ts';
import { claimPendingPage } from '../../session/pending-page.ts';
import { startSession } from '../../session/session.ts';

const PANEL_MS = 1_500;
/** A hanging claim must not block the success panel. */
const CLAIM_PATIENCE_MS = 6_000;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Steps after a successful login or signup: the panel, the remembered claim, then the dashboard. */
export function useSignIn(): {
  readonly done: boolean;
  readonly finish: (signedIn: SignedIn, remember: boolean) => void;
} {
  const navigate = useNavigate();
  const [done, setDone] = useState(false);
  const here = useRef(true);

  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);

  const finish = ({ token, user, setUpSecondFactor }: SignedIn, remember: boolean) => {
    startSession({ token, user }, remember);
    setDone(true);
    void Promise.all([pause(PANEL_MS), Promise.race([claimPendingPage(), pause(CLAIM_PATIENCE_MS)])]).then(() => {
      // Do not redirect a user who has navigated elsewhere meanwhile.
      if (here.current) void navigate(href(setUpSecondFactor ? '/account' : '/dashboard'), { replace: true });
    });
  };
  return { done, finish };
}
