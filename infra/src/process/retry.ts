import pRetry, { AbortError } from 'p-retry';

export interface RetryOptions {
  /** Pause after a first failure; doubled with each further one. */
  readonly firstRetryMs: number;
  readonly longestRetryMs: number;
  /** Ends the trying, also in the middle of a pause. */
  readonly signal?: AbortSignal;
  readonly onFailure?: (error: unknown, failures: number) => void;
  /** Whether trying again cannot help. */
  readonly isFinal?: (error: unknown) => boolean;
}

/** p-retry takes a TypeError for a mistake in the program and throws it at once; here it is a failure like others. */
class Failure extends Error {
  override readonly name = 'Failure';
}

/**
 * Tries until it succeeds, with exponential backoff.
 * @throws what `isFinal` holds for; the reason of the signal once that has aborted
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
          // The end of the trying comes here as well, and is no failure.
          if (error instanceof Failure) onFailure?.(error.cause, attemptNumber);
        },
      },
    );
  } catch (error) {
    // p-retry throws a result away that came when the signal had aborted already.
    if (done !== undefined) return done.result;
    throw error instanceof Failure ? error.cause : error;
  }
}
