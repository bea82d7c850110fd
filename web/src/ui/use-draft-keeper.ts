import { useEffect } from 'react';
import { dropDraft, writeDraft } from '../api/drafts.ts';

/**
 * Stores unsaved work for a reload, and makes the browser ask before closing the tab.
 * @param draft the same object as long as its content is unchanged
 */
export function useDraftKeeper(name: string, dirty: boolean, draft: unknown): void {
  useEffect(() => {
    if (dirty) writeDraft(name, draft);
    else dropDraft(name);
  }, [name, dirty, draft]);
  useAskBeforeClosing(dirty);
}

/** Makes the browser ask before it closes or reloads a tab with unsaved work. */
export function useAskBeforeClosing(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [dirty]);
}
