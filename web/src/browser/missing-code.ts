import { mayReload } from './reload-once.ts';

const missing = new WeakSet<object>();

/** Takes note of every file of the application that could not be fetched. */
export function watchForMissingCode(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => missing.add(payload));
}

export function isMissingCode(error: unknown): boolean {
  return typeof error === 'object' && error !== null && missing.has(error);
}

let reloading: Promise<boolean> | undefined;

/**
 * After a deploy a tab may ask for files that are gone: the page is loaded anew, once by itself and as often as
 * somebody asks for it. Where the server is silent it stays, as a page that cannot be loaded would take its place.
 * @returns whether the page is about to go
 */
export function reloadForMissingCode({ asked }: { readonly asked: boolean }): Promise<boolean> {
  // Whoever asks while the page is about to go is told so, and not that it was tried before.
  reloading ??= reload(asked).finally(() => {
    reloading = undefined;
  });
  return reloading;
}

async function reload(asked: boolean): Promise<boolean> {
  try {
    const { status } = await fetch('/site.json', { cache: 'no-store' });
    if (status >= 500 || !(asked || mayReload())) return false;
  } catch {
    return false;
  }
  window.location.reload();
  return true;
}
