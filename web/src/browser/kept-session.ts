import { readJson, removeText, writeJson } from './storage.ts';

/*
 * The session in the browser's storage, for the application and for the scripts that do without it. All tabs share
 * it. One that is not to be remembered counts only while a session cookie is there, which the browser drops when it
 * closes. The cookie says nothing of the person, and the server does not read it. Where cookies or local storage are
 * forbidden, the tab keeps the session for itself. `public/preferences.js` reads it the same way.
 */

export const SESSION_KEY = 'session';
const MARKER = 'volant_browser';

function setMarker(attributes: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and not everywhere
  document.cookie = `${MARKER}=1; Path=/; SameSite=Strict${secure}${attributes}`;
}

/** Whether the browser has not been closed since a session began that ends with it. */
function isSameBrowserSession(): boolean {
  return document.cookie.split('; ').includes(`${MARKER}=1`);
}

type Kept = { readonly token?: unknown; readonly untilClose?: unknown };

function kept(kind: 'local' | 'session'): Kept | undefined {
  const value = readJson(kind, SESSION_KEY);
  if (typeof value !== 'object' || value === null) return undefined;
  return 'untilClose' in value && !isSameBrowserSession() ? undefined : value;
}

/** The session of the browser, else of this tab alone, in whatever form it is. */
export function readKeptSession(): Kept | undefined {
  return kept('local') ?? kept('session');
}

export function keptToken(): string | undefined {
  const { token } = readKeptSession() ?? {};
  return typeof token === 'string' ? token : undefined;
}

/** Keeps the session for 30 days if `remember`, else until the browser closes. */
export function keepSession(session: { readonly token: string }, remember: boolean): void {
  if (!remember) setMarker('');
  removeText('session', SESSION_KEY);
  writeJson('local', SESSION_KEY, remember ? session : { ...session, untilClose: true });
  if (keptToken() === session.token) return;
  // Without cookies or local storage, or with a full one.
  removeText('local', SESSION_KEY);
  writeJson('session', SESSION_KEY, session);
}

/** Changes what is kept of the session with this token; another one, or none, stays as it is. */
export function updateKeptSession(session: { readonly token: string }): void {
  for (const kind of ['local', 'session'] as const) {
    const before = kept(kind);
    if (before?.token === session.token) writeJson(kind, SESSION_KEY, { ...before, ...session });
  }
}

/** Forgets the session of the browser and of this tab. */
export function forgetKeptSession(): void {
  removeText('local', SESSION_KEY);
  forgetTabSession();
  if (isSameBrowserSession()) setMarker('; Max-Age=0');
}

/** Forgets the session of this tab. */
export function forgetTabSession(): void {
  removeText('session', SESSION_KEY);
}
