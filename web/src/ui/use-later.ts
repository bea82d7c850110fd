import { useEffect, useRef } from 'react';

/** Runs an action some time after `cause` has changed, unless it is undefined or changes again meanwhile. */
export function useLater(cause: unknown, ms: number, action: () => void): void {
  const latest = useRef(action);
  latest.current = action;
  useEffect(() => {
    if (cause === undefined) return;
    const timer = setTimeout(() => latest.current(), ms);
    return () => clearTimeout(timer);
  }, [cause, ms]);
}
