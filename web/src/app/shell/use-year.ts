import { useSyncExternalStore } from 'react';

const thisYear = () => new Date().getFullYear();
/** The year the page was rendered in, so that hydration matches. */
const yearOfPage = () => (typeof document === 'undefined' ? thisYear() : Number(document.documentElement.dataset.year));
const never = () => () => undefined;

export function useYear(): number {
  return useSyncExternalStore(never, thisYear, yearOfPage);
}
