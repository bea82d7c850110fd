import { readJson, removeText, writeJson } from '../browser/storage.ts';
import { currentSession, DRAFT_PREFIX } from './session.ts';

/*
 * Unsaved work outlives a reload and a session that ran out: it is kept in session storage under
 * the person and what it is about, and goes when it is saved, given up, or the person signs out.
 */

function keyOf(name: string): string {
  return `${DRAFT_PREFIX}${currentSession()?.user.id ?? ''}:${name}`;
}

/** What was kept, for its reader to check. */
export function readDraft(name: string): unknown {
  return readJson('session', keyOf(name));
}

export function writeDraft(name: string, draft: unknown): void {
  // After the session has ended there is nobody whose draft it could be; what was written stays.
  if (currentSession() !== null) writeJson('session', keyOf(name), draft);
}

export function dropDraft(name: string): void {
  if (currentSession() !== null) removeText('session', keyOf(name));
}
