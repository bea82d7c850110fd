/** The service worker serves these copies while the network does not answer. */
export interface Keep {
  /** Addresses of one page, the plain one first. */
  readonly documents: readonly string[];
  /** What the page loads. */
  readonly files: readonly string[];
}

/** Files that are the same for everybody. Answers to a signed-in person are never stored. */
export const OFFLINE_FILES = /^\/(?:assets|uploads|icons)\/|^\/(?:preferences\.js|site\.json)$|\/qr\.svg$/;

/**
 * Keeps this page for visits without a network, by a service worker that serves only addresses in `scope`. Call it
 * after the page has loaded. Browsers without service workers, or that refuse it, need the network.
 */
export async function keepOffline(scope: string, documents: readonly string[]): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.register('/sw.js', { scope });
    const files = performance.getEntriesByType('resource').flatMap(({ name }) => {
      const { origin, pathname, href } = new URL(name);
      return origin === location.origin && OFFLINE_FILES.test(pathname) ? [href] : [];
    });
    const worker = registration.active ?? registration.waiting ?? registration.installing;
    const keep: Keep = { documents, files: [...new Set(files)] };
    worker?.postMessage(keep);
  } catch {
    // Not available, as in private windows and over http.
  }
}
