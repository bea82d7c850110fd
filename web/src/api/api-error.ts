/** A log-in that waits for a second factor. */
export interface Challenge {
  readonly text: string;
  /** Options for answering with a passkey, as JSON; undefined for an account without one. */
  readonly passkey: string | undefined;
}

export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly status: number,
    /** Stable error code, or `UNKNOWN` if the response did not match the agreed schema. */
    readonly code: string,
    /** The server's error message, already in the user's language, if it sent one. */
    readonly text: string | undefined,
    /** Seconds to wait before retrying. */
    readonly retryAfter: number | undefined,
    /** Path of the refused field, if the server named one. */
    readonly field?: string | undefined,
    readonly challenge?: Challenge | undefined,
  ) {
    super(`${status} ${code}${text === undefined ? '' : `: ${text}`}`);
  }
}

/** The network failed: the server did not respond. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';

  constructor(cause: unknown) {
    super('No answer from the server', { cause });
  }
}
