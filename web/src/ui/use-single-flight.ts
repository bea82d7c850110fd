import { useCallback, useRef, useState } from 'react';

/**
 * Runs an action one at a time: a second press during the first does nothing, even if both come before React has
 * rendered the busy state.
 */
export function useSingleFlight<Args extends readonly unknown[]>(
  action: (...args: Args) => Promise<void>,
): { readonly run: (...args: Args) => Promise<void>; readonly busy: boolean } {
  const underWay = useRef(false);
  const [busy, setBusy] = useState(false);
  const run = useCallback(
    async (...args: Args) => {
      if (underWay.current) return;
      underWay.current = true;
      setBusy(true);
      try {
        await action(...args);
      } finally {
        underWay.current = false;
        setBusy(false);
      }
    },
    [action],
  );
  return { run, busy };
}
