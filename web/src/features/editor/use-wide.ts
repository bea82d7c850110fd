import { useSyncExternalStore } from 'react';

const wide = () => window.matchMedia('(min-width: 60rem)');

function follow(listener: () => void): () => void {
  const query = wide();
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** Whether form and preview fit side by side. */
export function useWide(): boolean {
  return useSyncExternalStore(follow, () => wide().matches);
}
