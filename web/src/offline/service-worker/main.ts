/*
 * Shows pages without a network that were opened before (docs/adr/0066). A page registers it after it has loaded, so it
 * is never in front of a first visit. It answers only addresses in its scope, and keeps no answer to a signed-in person.
 */
import { type Keep, OFFLINE_FILES } from '../keep-offline.ts';
import { OUTBOX, sendStored } from '../outbox.ts';
import { openDocument, openFile } from './answers.ts';
import { keepPage } from './copies.ts';
import { worker } from './worker.ts';

/** A driver's page, in any language, one's own pages, and booking vouchers. Not a contact file, for example. */
const DOCUMENTS = /^\/(?:d\/[^/]+|dashboard|bon)$/;

// It holds no state, so a new version takes over at once.
worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));

worker.addEventListener('message', (event) => event.waitUntil(keepPage(event.data as Keep)));

worker.addEventListener('sync', (event) => {
  // If this fails, the browser tries again later.
  if (event.tag === OUTBOX) event.waitUntil(sendStored(undefined));
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  // No navigation preload: in Firefox its failure fails the navigation, whatever the answer here (153).
  if (DOCUMENTS.test(pathname)) {
    const { answer, rest } = openDocument({ address: request.url, network: fetch(request), openAnew });
    event.respondWith(answer);
    event.waitUntil(rest);
  } else if (OFFLINE_FILES.test(pathname)) event.respondWith(openFile(request));

  async function openAnew(): Promise<void> {
    const client = await worker.clients.get(event.resultingClientId);
    await client?.navigate(request.url);
  }
});
