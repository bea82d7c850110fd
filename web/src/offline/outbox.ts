/*
 * Events of passengers that could not be sent, on their device. The Cache API holds them, because the page and its
 * service worker, which may send them after the page is closed, can both open it.
 */

export const EVENTS_PATH = '/api/public/events';
/** Name of the cache, and the tag under which browsers wake the service worker. */
export const OUTBOX = 'volant-outbox';
/** As many as one request may contain; further events are dropped. */
const MOST = 50;
/** The server rejects older timestamps, and would count the event on the day of its arrival. */
const MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000;
/** Marks an event that only a page can send, with the session: the server marks owners' visits by it. */
const SIGNED_IN = 'x-signed-in';

/** A registration in browsers with background sync. */
interface WithSync {
  readonly sync?: { register(tag: string): Promise<void> };
}

export async function keepEvent(body: string, signedIn: boolean): Promise<void> {
  const outbox = await caches.open(OUTBOX);
  if ((await outbox.keys()).length >= MOST) return;
  const headers = signedIn ? { [SIGNED_IN]: '1' } : {};
  await outbox.put(`${EVENTS_PATH}?id=${JSON.parse(body).id}`, new Response(body, { headers }));
  const registration: (ServiceWorkerRegistration & WithSync) | undefined =
    await navigator.serviceWorker?.getRegistration('/d/');
  await registration?.sync?.register(OUTBOX);
}

/**
 * Sends the stored events in one request. Several senders may do so at once: an event has an id, and counts once.
 * @param token of the session; without one, events of a session wait for a page that has it
 * @throws if the server cannot be reached or is busy
 */
export async function sendStored(token: string | undefined): Promise<void> {
  if (!(await caches.has(OUTBOX))) return;
  const outbox = await caches.open(OUTBOX);
  const waiting: Waiting[] = [];
  for (const request of await outbox.keys()) {
    const stored = await outbox.match(request);
    if (stored === undefined || (stored.headers.has(SIGNED_IN) && token === undefined)) continue;
    const event: { id: string } = await stored.json();
    if (Date.now() - timeOf(event.id) < MAX_AGE_MS) waiting.push({ request, event });
    else await outbox.delete(request);
  }
  if (waiting.length > 0) await send(outbox, waiting, token);
}

interface Waiting {
  readonly request: Request;
  readonly event: unknown;
}

/** The server refuses a list for one event that it cannot read; the others then go one by one. */
async function send(outbox: Cache, waiting: readonly Waiting[], token: string | undefined): Promise<void> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const body = JSON.stringify({ events: waiting.map(({ event }) => event) });
  const answer = await fetch(EVENTS_PATH, { method: 'POST', body, headers });
  if (mayRetry(answer)) throw new Error('The events cannot be sent yet.');
  if (answer.ok || waiting.length === 1) {
    await Promise.all(waiting.map(({ request }) => outbox.delete(request)));
    return;
  }
  for (const one of waiting) await send(outbox, [one], token);
}

/** Any other response is final. */
export function mayRetry({ status }: Response): boolean {
  return status === 429 || status >= 500;
}

/** A UUIDv7 begins with the time. */
function timeOf(id: string): number {
  return Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
}
