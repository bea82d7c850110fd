import { useEffect, useEffectEvent } from 'react';
import { closeOnBack } from '../browser/close-on-back.ts';

/** Lets the browser's Back close a part while it is open. */
export function useCloseOnBack(open: boolean, close: () => void): void {
  const closeNow = useEffectEvent(close);
  useEffect(() => (open ? closeOnBack(() => closeNow()) : undefined), [open]);
}
