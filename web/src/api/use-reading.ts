import { useCallback, useEffect, useState } from 'react';
import { NetworkError } from './api-error.ts';

const RETRY_MS = 500;

export interface Reading<T> {
  readonly data: T | undefined;
  readonly failed: boolean;
  /** Whether a request is in progress. */
  readonly reading: boolean;
  readonly again: () => void;
}

/** Reads data outside the graph when the screen is shown, and retries once on a network failure. */
export function useReading<T>(key: string, read: (key: string, signal: AbortSignal) => Promise<T>): Reading<T> {
  const [tries, setTries] = useState(0);
  const [outcome, setOutcome] = useState<{ readonly key: string; readonly data?: T }>();
  const [reading, setReading] = useState(true);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try reads again
  useEffect(() => {
    const aborting = new AbortController();
    const { signal } = aborting;
    setReading(true);
    patiently(() => read(key, signal), signal)
      .then(
        (data) => setOutcome((known) => (signal.aborted ? known : { key, data })),
        () => setOutcome((known) => (signal.aborted ? known : { key })),
      )
      .then(() => setReading((under) => (signal.aborted ? under : false)));
    return () => aborting.abort();
  }, [key, read, tries]);

  const known = outcome?.key === key ? outcome : undefined;
  return {
    data: known?.data,
    failed: known !== undefined && known.data === undefined,
    reading,
    again: useCallback(() => setTries((count) => count + 1), []),
  };
}

/** Retries after a network failure, which may be brief. A refusal is final. */
async function patiently<T>(read: () => Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof NetworkError) || signal.aborted) throw error;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    return read();
  }
}
