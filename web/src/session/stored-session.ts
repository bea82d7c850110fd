import { readJson, removeText, writeJson } from '../browser/storage.ts';

/*
 * The session in browser storage, for the application and the scripts that run without it. All tabs share it. A
 * session without "remember me" counts only while a session cookie exists, which the browser drops on closing. The
 * cookie contains no personal data, and the server does not read it. If cookies or local storage are blocked, the tab
 * keeps its own session. `public/preferences.js` reads it the same way.
 */

export const SESSION_KEY = 'session';
/** Announcements for the role of the session, and the marks of those that were dismissed in this browser. */
export const ANNOUNCEMENTS_KEY = 'announcements';
export const DISMISSED_KEY = 'dismissed-announcements';
const MARKER = 'volant_browser';

function setMarker(attributes: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and not available everywhere
  document.cookie = `${MARKER}=1; Path=/; SameSite=Strict${secure}${attributes}`;
}

/** Whether the browser has stayed open since the session began. */
function isSameBrowserSession(): boolean {
  return document.cookie.split('; ').includes(`${MARKER}=1`);
}

type StoredSession = { readonly token?: unknown; readonly untilClose?: unknown };

function stored(kind: 'local' | 'session'): StoredSession | undefined {
  const value = readJson(kind, SESSION_KEY);
  if (typeof value !== 'object' || value === null) return undefined;
  return 'untilClose' in value && !isSameBrowserSession() ? undefined : value;
}

/** The session of the browser, else of this tab; unvalidated. */
export function readStoredSession(): StoredSession | undefined {
  return stored('local') ?? stored('session');
}

export function storedToken(): string | undefined {
  const { token } = readStoredSession() ?? {};
  return typeof token === 'string' ? token : undefined;
}

/** Stores the session for 30 days if `remember`, else until the browser closes. */
export function keepSession(session: { readonly token: string }, remember: boolean): void {
  if (!remember) setMarker('');
  removeText('session', SESSION_KEY);
  writeJson('local', SESSION_KEY, remember ? session : { ...session, untilClose: true });
  if (storedToken() === session.token) return;
  // Cookies or local storage are blocked, or the storage is full.
  removeText('local', SESSION_KEY);
  writeJson('session', SESSION_KEY, session);
}

/** Updates the stored session if it has this token; leaves any other session unchanged. */
export function updateStoredSession(session: { readonly token: string }): void {
  for (const kind of ['local', 'session'] as const) {
    const before = stored(kind);
    if (before?.token === session.token) writeJson(kind, SESSION_KEY, { ...before, ...session });
  }
}

/** Removes the session of the browser and of this tab. */
export function forgetStoredSession(): void {
  removeText('local', SESSION_KEY);
  removeText('local', ANNOUNCEMENTS_KEY);
  forgetTabSession();
  if (isSameBrowserSession()) setMarker('; Max-Age=0');
}

export function forgetTabSession(): void {
  removeText('session', SESSION_KEY);
}
