import { useEffect } from 'react';
import { dropDraft, writeDraft } from './draft.ts';
import type { EditorValues } from './editor-values.ts';

/** Keeps unsaved work for a reload, and has the browser ask before it closes the tab over it. */
export function useDraftKeeper(
  pageId: string,
  dirty: boolean,
  values: EditorValues,
  version: number | undefined,
): void {
  useEffect(() => {
    if (dirty) writeDraft(pageId, { version, values });
    else dropDraft(pageId);
  }, [pageId, dirty, values, version]);

  useEffect(() => {
    if (!dirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [dirty]);
}
