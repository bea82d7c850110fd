import { v7 } from 'uuid';
import { EVENTS_PATH, keepEvent, mayRetry, sendStored } from '../../offline/outbox.ts';
import { storedToken } from '../../session/stored-session.ts';

export type VisitEvent = { readonly type: string; readonly customData?: string };

const sources: readonly unknown[] = ['qr', 'nfc', 'link'];

/**
 * Sends a view or a tap to the server. Does not block, and failures are silent: the passenger wants to call a driver.
 */
export function record(pageId: string, event: VisitEvent): void {
  const body = JSON.stringify({ id: v7(), pageId, ...event, ...origin() });
  try {
    // The tap may leave the page at once: only keepalive or a beacon survives that.
    if (!('keepalive' in Request.prototype)) {
      beacon(body);
      return;
    }
    // The server marks visits by the page's own owner, so send the token.
    const token = storedToken();
    fetch(EVENTS_PATH, {
      method: 'POST',
      body,
      keepalive: true,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    })
      .then(
        (answer) => (mayRetry(answer) ? later(body, token) : sendStored(token)),
        () => later(body, token),
      )
      .catch(() => undefined);
  } catch {
    // The browser lacks these APIs, or the page is unloading: the user's action continues.
  }
}

/** Sends the stored events once there is a network again. */
export function sendLater(): void {
  addEventListener('online', () => void sendStored(storedToken()).catch(() => undefined));
}

async function later(body: string, token: string | undefined): Promise<void> {
  // Not in every browser inside another app.
  if ('caches' in globalThis) await keepEvent(body, token !== undefined);
  else beacon(body);
}

/** Runs once the page is visible: neither while prerendered nor in a background tab. */
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
  navigator.sendBeacon?.(EVENTS_PATH, new Blob([body], { type: 'application/json' }));
}

/** The referring site or app without the path, and the kind of card. */
function origin(): { referrer?: string; source?: string } {
  const source = new URLSearchParams(location.search).get('s');
  let referrer: string | undefined;
  try {
    // Not `origin`, which is "null" for an app (android-app:).
    const { protocol, host } = new URL(document.referrer);
    if (host !== '' && host !== location.host) referrer = `${protocol}//${host}`;
  } catch {
    // There is no referrer.
  }
  return { ...(referrer && { referrer }), ...(source && sources.includes(source) && { source }) };
}
