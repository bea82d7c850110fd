import { useMedia } from '../../browser/use-media.ts';

/** Whether form and preview fit side by side. */
export function useWide(): boolean {
  return useMedia('(min-width: 60rem)');
}
