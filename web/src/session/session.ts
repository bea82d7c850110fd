import * as v from 'valibot';
import { parsed } from '../api/parsed.ts';
import { type User, userSchema } from '../api/shapes.ts';
import { removeAll } from '../browser/storage.ts';
import {
  forgetStoredSession,
  forgetTabSession,
  keepSession,
  readStoredSession,
  SESSION_KEY,
  updateStoredSession,
} from './stored-session.ts';

/** Key prefix of drafts, which are removed when the user signs out. */
export const DRAFT_PREFIX = 'draft:';

/** Key prefix of what this browser keeps of a driver's pages. */
export const CARDS_PREFIX = 'cards:';

const sessionSchema = v.object({ token: v.pipe(v.string(), v.minLength(1)), user: userSchema });

export type Session = v.InferOutput<typeof sessionSchema>;

/**
 * Why the last session ended: `logout` here, `expired` after a 401, `unconfirmed` if the server failed to identify
 * the user, `elsewhere` if another tab ended it.
 */
export type SessionEnd = 'logout' | 'expired' | 'unconfirmed' | 'elsewhere';

let current: Session | null = null;
let lastEnd: SessionEnd | undefined;
const listeners = new Set<() => void>();

function stored(): Session | null {
  return parsed(sessionSchema, readStoredSession()) ?? null;
}

function change(next: Session | null): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Restores the stored session and follows changes in other tabs. Returns a function that stops following. */
export function restoreSession(): () => void {
  current = stored();
  if (current === null) forgetBrowserSession();
  const follow = (event: StorageEvent) => {
    if (event.storageArea !== window.localStorage || (event.key !== SESSION_KEY && event.key !== null)) return;
    forgetTabSession();
    const next = stored();
    if (next === null && current !== null) lastEnd = 'elsewhere';
    change(next);
  };
  window.addEventListener('storage', follow);
  return () => window.removeEventListener('storage', follow);
}

export function currentSession(): Session | null {
  return current;
}

export function lastSessionEnd(): SessionEnd | undefined {
  return lastEnd;
}

export function followSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Signs in, in all tabs: for 30 days if `remember`, else until the browser closes. */
export function startSession(session: Session, remember: boolean): void {
  keepSession(session, remember);
  change(session);
}

export function replaceUser(user: User): void {
  if (current === null) return;
  const next = { ...current, user };
  updateStoredSession(next);
  change(next);
}

/**
 * Ends the session. If `token` is given, only while that token is the current one: a late response for an old session
 * cannot end a new one, and several refusals end it only once.
 */
export function endSession(reason: SessionEnd, token?: string): void {
  if (token !== undefined && current?.token !== token) return;
  forgetBrowserSession();
  if (reason === 'logout') for (const kind of ['local', 'session'] as const) removeAll(kind, DRAFT_PREFIX);
  lastEnd = reason;
  change(null);
}

function forgetBrowserSession(): void {
  forgetStoredSession();
  removeAll('local', CARDS_PREFIX);
}
