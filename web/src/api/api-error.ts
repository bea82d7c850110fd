/** The server answered, and the answer was no. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly status: number,
    /** Stable code of the refusal, or `UNKNOWN` when the answer was not in the agreed form. */
    readonly code: string,
    /** The server's own words, already in the reader's language, if it gave any. */
    readonly text: string | undefined,
    /** Seconds to wait before another try. */
    readonly retryAfter: number | undefined,
    /** Path of the field that the server refused, where it named one. */
    readonly field?: string | undefined,
  ) {
    super(`${status} ${code}${text === undefined ? '' : `: ${text}`}`);
  }
}

/** No answer at all: the network, not the server, said no. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';

  constructor(cause: unknown) {
    super('No answer from the server', { cause });
  }
}
