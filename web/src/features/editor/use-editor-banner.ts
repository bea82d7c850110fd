import { useCallback, useEffect, useState } from 'react';
import type { Failure } from '../../api/failure.ts';

const SUCCESS_MS = 3_000;
const ERROR_MS = 5_000;

interface Failing {
  readonly attempt: number;
  readonly failure: Failure | undefined;
  readonly setFailure: (failure: Failure | undefined) => void;
}

/** The editor's two banners: "saved" for 3 s, "failed" for 5 s. */
export function useEditorBanner({ attempt, failure, setFailure }: Failing) {
  const [savedAt, setSavedAt] = useState<number>();

  useEffect(() => {
    if (savedAt === undefined) return;
    const timer = setTimeout(() => setSavedAt(undefined), SUCCESS_MS);
    return () => clearTimeout(timer);
  }, [savedAt]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt restarts the timer
  useEffect(() => {
    if (failure === undefined) return;
    setSavedAt(undefined);
    const timer = setTimeout(() => setFailure(undefined), ERROR_MS);
    return () => clearTimeout(timer);
  }, [attempt, failure]);

  const saved = useCallback(() => setSavedAt(Date.now()), []);
  return { shown: savedAt !== undefined, saved };
}
