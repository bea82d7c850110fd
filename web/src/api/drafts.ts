import { readJson, removeText, writeJson } from '../browser/storage.ts';
import { currentSession, DRAFT_PREFIX } from '../session/session.ts';

/*
 * Drafts of unsaved work survive a reload and an expired session. They are stored in session storage by user and
 * subject, and removed when the work is saved or discarded or the user signs out.
 */

function keyOf(name: string): string {
  return `${DRAFT_PREFIX}${currentSession()?.user.id ?? ''}:${name}`;
}

/** The stored draft, unvalidated. */
export function readDraft(name: string): unknown {
  return readJson('session', keyOf(name));
}

export function writeDraft(name: string, draft: unknown): void {
  // After the session has ended there is no user to store a draft for; earlier drafts stay.
  if (currentSession() !== null) writeJson('session', keyOf(name), draft);
}

export function dropDraft(name: string): void {
  if (currentSession() !== null) removeText('session', keyOf(name));
}
