import { useEffect } from 'react';
import { dropDraft, writeDraft } from '../api/drafts.ts';

/**
 * Keeps unsaved work for a reload, and has the browser ask before it closes the tab over it.
 * @param draft the same object as long as nothing in it has changed
 */
export function useDraftKeeper(name: string, dirty: boolean, draft: unknown): void {
  useEffect(() => {
    if (dirty) writeDraft(name, draft);
    else dropDraft(name);
  }, [name, dirty, draft]);
  useAskBeforeClosing(dirty);
}

/** Has the browser ask before it closes or reloads the tab over unsaved work. */
export function useAskBeforeClosing(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [dirty]);
}
