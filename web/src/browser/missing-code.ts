import { mayReload } from './reload-once.ts';

const missing = new WeakSet<object>();

/** Records every chunk that could not be fetched. */
export function watchForMissingCode(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => missing.add(payload));
}

export function isMissingCode(error: unknown): boolean {
  return typeof error === 'object' && error !== null && missing.has(error);
}

let reloading: Promise<boolean> | undefined;

/**
 * After a deploy a tab may request chunks that are gone: reload the page, once automatically and whenever the user
 * asks. If the server does not respond, stay: a page that cannot load would replace this one.
 * @returns whether the page is about to reload
 */
export function reloadForMissingCode({ requested }: { readonly requested: boolean }): Promise<boolean> {
  // A request during a pending reload reports that reload, rather than that it was already tried.
  reloading ??= reload(requested).finally(() => {
    reloading = undefined;
  });
  return reloading;
}

async function reload(requested: boolean): Promise<boolean> {
  try {
    const { status } = await fetch('/site.json', { cache: 'no-store' });
    if (status >= 500 || !(requested || mayReload())) return false;
  } catch {
    return false;
  }
  window.location.reload();
  return true;
}
