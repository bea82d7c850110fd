import { useSyncExternalStore } from 'react';

/** Lists are tables, and dialogs stand in the middle. */
export const TABLES = '(width >= 40rem)';
/** Parts of a screen stand side by side. */
export const SIDE_BY_SIDE = '(width >= 64rem)';

/** Whether the window matches the media query; updates when that changes. Documents from the server are a phone's. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => window.matchMedia(query).matches,
    () => false,
  );
}
