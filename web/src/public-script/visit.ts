import { v7 } from 'uuid';
import { keptToken } from '../browser/kept-session.ts';

export type VisitEvent = { readonly type: string; readonly customData?: string };

const address = '/api/public/events';
const sources: readonly unknown[] = ['qr', 'nfc', 'link'];

/**
 * Tells the server of a view or a tap. Nothing waits for it and nothing is said if it fails:
 * the passenger came to call a driver.
 */
export function record(pageId: string, event: VisitEvent): void {
  const body = JSON.stringify({ id: v7(), pageId, ...event, ...origin() });
  try {
    // The tap may leave the page at once: only keepalive or a beacon outlive it.
    if (!('keepalive' in Request.prototype)) {
      beacon(body);
      return;
    }
    // A signed-in owner's own visits are marked by the server, so the token goes along.
    const token = keptToken();
    fetch(address, {
      method: 'POST',
      body,
      keepalive: true,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    }).catch(() => beacon(body));
  } catch {
    // A browser without these, or a page being torn down: the action goes on.
  }
}

/** Runs once the page is looked at: neither while prerendered nor in a tab never opened. */
export function whenSeen(run: () => void): () => void {
  const stop = new AbortController();
  const look = () => {
    if (stop.signal.aborted || isPrerendering() || document.visibilityState === 'hidden') return;
    stop.abort();
    run();
  };
  document.addEventListener('visibilitychange', look);
  document.addEventListener('prerenderingchange', look);
  stop.signal.addEventListener('abort', () => {
    document.removeEventListener('visibilitychange', look);
    document.removeEventListener('prerenderingchange', look);
  });
  look();
  return () => stop.abort();
}

function isPrerendering(): boolean {
  return 'prerendering' in document && document.prerendering === true;
}

function beacon(body: string): void {
  navigator.sendBeacon?.(address, new Blob([body], { type: 'application/json' }));
}

/** The site or app the visitor came from, never the page on it, and the kind of card that was scanned. */
function origin(): { referrer?: string; source?: string } {
  const source = new URLSearchParams(location.search).get('s');
  let referrer: string | undefined;
  try {
    // Not its origin: that of an app (android-app:) is "null".
    const { protocol, host } = new URL(document.referrer);
    if (host !== '' && host !== location.host) referrer = `${protocol}//${host}`;
  } catch {
    // No referrer.
  }
  return { ...(referrer && { referrer }), ...(source && sources.includes(source) && { source }) };
}
