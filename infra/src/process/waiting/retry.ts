import pRetry, { AbortError } from 'p-retry';

export interface RetryOptions {
  /** Pause after the first failure; doubles with each further one. */
  readonly firstRetryMs: number;
  readonly longestRetryMs: number;
  /** Aborts the retries, even during a pause. */
  readonly signal?: AbortSignal;
  readonly onFailure?: (error: unknown, failures: number) => void;
  /** Whether a retry cannot help. */
  readonly isFinal?: (error: unknown) => boolean;
}

/** p-retry rethrows a TypeError at once as a programming error; wrapping makes it a failure like others. */
class Failure extends Error {
  override readonly name = 'Failure';
}

/**
 * Retries until success, with exponential backoff.
 * @throws errors for which `isFinal` holds; the signal's reason once it has aborted
 */
export async function retry<T>(work: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { firstRetryMs, longestRetryMs, signal, onFailure, isFinal } = options;
  let done: { readonly result: T } | undefined;
  try {
    return await pRetry(
      async () => {
        try {
          const result = await work();
          done = { result };
          return result;
        } catch (cause) {
          const failure = new Failure('failed', { cause });
          throw isFinal?.(cause) === true ? new AbortError(failure) : failure;
        }
      },
      {
        retries: Number.POSITIVE_INFINITY,
        minTimeout: firstRetryMs,
        maxTimeout: longestRetryMs,
        ...(signal && { signal }),
        onFailedAttempt: ({ error, attemptNumber }) => {
          // An abort is reported here as well, and is not a failure.
          if (error instanceof Failure) onFailure?.(error.cause, attemptNumber);
        },
      },
    );
  } catch (error) {
    // p-retry discards a result that arrives after the signal has aborted.
    if (done !== undefined) return done.result;
    throw error instanceof Failure ? error.cause : error;
  }
}
