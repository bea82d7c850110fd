import { useEffect, useLayoutEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { dropDraft } from '../api/drafts.ts';
import { isFromSteps, isSameScreen } from '../browser/same-screen.ts';
import { currentSession } from '../session/session.ts';
import { usePart } from './lazy-part.tsx';
import type { LeaveDialogProps } from './leave-dialog.tsx';

interface LeaveGuardProps {
  readonly dirty: boolean;
  /** Name of the screen's draft, which is dropped when the user leaves without saving. */
  readonly draft: string;
}

/** Asks before unsaved work is lost. */
export function LeaveGuard({ dirty, draft }: LeaveGuardProps) {
  // Updated in the layout phase: a navigation right after saving must not ask because of a stale value.
  const unsaved = useRef(dirty);
  useLayoutEffect(() => {
    unsaved.current = dirty;
  }, [dirty]);
  const leaving = useRef(false);
  // Drop the draft on unmount, because it may be written again until the next screen has loaded.
  useEffect(
    () => () => {
      if (leaving.current) dropDraft(draft);
    },
    [draft],
  );
  const blocker = useBlocker(
    // An expired session redirects without asking; the draft stays for the return.
    ({ currentLocation, nextLocation }) =>
      unsaved.current &&
      currentSession() !== null &&
      currentLocation.pathname !== nextLocation.pathname &&
      !isSameScreen(nextLocation.state) &&
      !isFromSteps(nextLocation.state),
  );
  if (blocker.state !== 'blocked') return null;
  return (
    <LoadedDialog
      onStay={blocker.reset}
      onLeave={() => {
        leaving.current = true;
        blocker.proceed();
      }}
      onUnavailable={blocker.proceed}
    />
  );
}

const load = () => import('./leave-dialog.tsx');

function LoadedDialog({ onUnavailable, ...props }: LeaveDialogProps & { readonly onUnavailable: () => void }) {
  const { Part, failed } = usePart(load);
  // If the dialog cannot be loaded, let the user leave: the draft stays, so no work is lost.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (failed) onUnavailable();
  }, [failed]);
  return Part && <Part {...props} />;
}
