import { useState } from 'react';
import type { Failure } from '../api/failure.ts';
import { useSingleFlight } from './use-single-flight.ts';

/** An action that runs once at a time; holds its failure until the next run. */
export function useAction<Args extends readonly unknown[]>(
  action: (...args: Args) => Promise<unknown>,
  failureFor: (error: unknown) => Failure,
) {
  const [failure, setFailure] = useState<Failure>();
  const { run, busy } = useSingleFlight(async (...args: Args) => {
    setFailure(undefined);
    try {
      await action(...args);
    } catch (error) {
      setFailure(failureFor(error));
    }
  });
  return { run, busy, failure };
}
