import { useSyncExternalStore } from 'react';

const thisYear = () => new Date().getFullYear();
/** The year a finished page was written in, which is what it shows when it comes to life. */
const yearOfPage = () => (typeof document === 'undefined' ? thisYear() : Number(document.documentElement.dataset.year));
const never = () => () => undefined;

export function useYear(): number {
  return useSyncExternalStore(never, thisYear, yearOfPage);
}
