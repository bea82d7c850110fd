import type { TextKey } from '../i18n/text-key.ts';
import { ApiError, NetworkError } from './api-error.ts';

/** What to tell somebody when something failed. */
export type Failure =
  | { readonly key: TextKey; readonly offline: boolean }
  /** The server's own words. */
  | { readonly text: string; readonly offline: false };

/** The server's own words when it gave any, else the fallback; a silent network is told apart. */
export function failureOf(error: unknown, fallback: TextKey): Failure {
  if (error instanceof ApiError && error.text !== undefined) return { text: error.text, offline: false };
  return fixedFailure(error, fallback);
}

/** Always the given text, whatever the server said. */
export function fixedFailure(error: unknown, key: TextKey): Failure {
  return { key, offline: error instanceof NetworkError };
}

/** A failure the client found by itself. */
export function ownFailure(key: TextKey): Failure {
  return { key, offline: false };
}
