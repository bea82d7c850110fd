import type { TextKey } from '../i18n/text-key.ts';
import { ApiError, NetworkError } from './api-error.ts';

/** The message to show after a failure. */
export type Failure = (
  | { readonly key: TextKey; readonly offline: boolean }
  /** The server's message, and the path of the field it is about. */
  | { readonly text: string; readonly offline: false; readonly field?: string }
) & {
  /** The form shows the same message at its only wrong field. */
  readonly atField?: true;
};

/** Of a text that makes a request too large. The server, which has not read it, names no field. */
export const TOO_LONG: TextKey = 'form.tooLong';

/** The server's message if there is one, else the fallback; a network failure is marked as offline. */
export function failureOf(error: unknown, fallback: TextKey): Failure {
  if (!(error instanceof ApiError) || error.text === undefined || isTooLarge(error)) {
    return fixedFailure(error, fallback);
  }
  const { text, field } = error;
  return { text, offline: false, ...(field !== undefined && { field }) };
}

/** The given text, even if the server sent a message. */
export function fixedFailure(error: unknown, key: TextKey): Failure {
  return { key: isTooLarge(error) ? TOO_LONG : key, offline: error instanceof NetworkError };
}

function isTooLarge(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'PAYLOAD_TOO_LARGE';
}

/** The field of a form that an error is about, by its code. */
export function fieldOf<Name>(error: unknown, fields: Readonly<Record<string, Name>>): Name | undefined {
  return error instanceof ApiError ? fields[error.code] : undefined;
}

/** A failure that the client detected itself. */
export function ownFailure(key: TextKey): Failure {
  return { key, offline: false };
}
