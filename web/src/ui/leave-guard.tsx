import { useEffect, useLayoutEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { dropDraft } from '../api/drafts.ts';
import { currentSession } from '../api/session.ts';
import { isSameScreen } from '../browser/same-screen.ts';
import type { LeaveDialogProps } from './leave-dialog.tsx';
import { usePart } from './use-part.ts';

interface LeaveGuardProps {
  readonly dirty: boolean;
  /** The name of the draft that goes with the screen, once one leaves without saving. */
  readonly draft: string;
}

/** Asks before unsaved work is left behind. */
export function LeaveGuard({ dirty, draft }: LeaveGuardProps) {
  // What the screen shows as saved is saved: whoever leaves at that moment is not asked by what was shown before.
  const unsaved = useRef(dirty);
  useLayoutEffect(() => {
    unsaved.current = dirty;
  }, [dirty]);
  const leaving = useRef(false);
  // Not before the screen goes: until the next one has come, the draft may be written once more.
  useEffect(
    () => () => {
      if (leaving.current) dropDraft(draft);
    },
    [draft],
  );
  const blocker = useBlocker(
    // A session that ended takes one away without asking; the draft stays for the return.
    ({ currentLocation, nextLocation }) =>
      unsaved.current &&
      currentSession() !== null &&
      currentLocation.pathname !== nextLocation.pathname &&
      !isSameScreen(nextLocation.state),
  );
  if (blocker.state !== 'blocked') return null;
  return (
    <LoadedDialog
      onStay={blocker.reset}
      onLeave={() => {
        leaving.current = true;
        blocker.proceed();
      }}
      onUnasked={blocker.proceed}
    />
  );
}

const load = () => import('./leave-dialog.tsx');

function LoadedDialog({ onUnasked, ...props }: LeaveDialogProps & { readonly onUnasked: () => void }) {
  const { Part, failed } = usePart(load);
  // Who cannot be asked may leave: the draft stays, and nothing is lost.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (failed) onUnasked();
  }, [failed]);
  return Part && <Part {...props} />;
}
