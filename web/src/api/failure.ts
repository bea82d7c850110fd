import type { TextKey } from '../i18n/text-key.ts';
import { ApiError, NetworkError } from './api-error.ts';

/** What to tell somebody when something failed. */
export type Failure =
  | { readonly key: TextKey; readonly offline: boolean }
  /** The server's own words, and the path of the field they are about. */
  | { readonly text: string; readonly offline: false; readonly field?: string };

/** The server's own words when it gave any, else the fallback; a silent network is told apart. */
export function failureOf(error: unknown, fallback: TextKey): Failure {
  if (!(error instanceof ApiError) || error.text === undefined) return fixedFailure(error, fallback);
  const { text, field } = error;
  return { text, offline: false, ...(field !== undefined && { field }) };
}

/** Always the given text, whatever the server said. */
export function fixedFailure(error: unknown, key: TextKey): Failure {
  return { key, offline: error instanceof NetworkError };
}

/** A failure the client found by itself. */
export function ownFailure(key: TextKey): Failure {
  return { key, offline: false };
}
