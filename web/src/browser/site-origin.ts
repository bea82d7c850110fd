import { createContext } from 'react';

/**
 * Scheme and host for every link that leaves the product: the configured origin, which the document names, else the
 * browser's.
 */
export function siteOrigin(): string {
  return document.documentElement.dataset.origin ?? window.location.origin;
}

/** The same for components that the server renders, too. */
export const SiteOrigin = createContext(typeof document === 'undefined' ? '' : siteOrigin());

/** Whether an address leads each device to itself. */
export function isLoopback(origin: string): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(origin).hostname);
}
