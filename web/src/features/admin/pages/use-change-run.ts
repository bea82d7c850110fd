import { useApolloClient } from '@apollo/client/react';
import { useEffect, useRef, useState } from 'react';
import { v4 as uuid } from 'uuid';
import { type Failure, failureOf } from '../../../api/failure.ts';
import { useAskBeforeClosing } from '../../../ui/use-draft-keeper.ts';
import { type ChangeRun, doneIn, type RequestedChange, runChanges } from './change-pages.ts';
import type { GivenReason } from './reason-field.tsx';
import { useListRefresh } from './use-page-actions.ts';

interface Progress {
  readonly step: 'reading' | 'changing';
  readonly done: number;
  readonly total: number;
}

/** Runs changes of many pages; ends with the screen, after the group that is on its way. */
export function useChangeRun() {
  const client = useApolloClient();
  const refresh = useListRefresh();
  const [run, setRun] = useState<ChangeRun>();
  const [progress, setProgress] = useState<Progress>();
  const [failure, setFailure] = useState<Failure>();
  const stopping = useRef(new AbortController());
  useEffect(() => () => stopping.current.abort(), []);
  useAskBeforeClosing(progress !== undefined);

  /** @returns the run if it is finished */
  async function work(begin: (signal: AbortSignal) => Promise<ChangeRun>): Promise<ChangeRun | undefined> {
    stopping.current = new AbortController();
    const { signal } = stopping.current;
    setFailure(undefined);
    try {
      const begun = await begin(signal);
      const total = begun.requested.length;
      setRun(begun);
      const onProgress = (done: number) => setProgress({ step: 'changing', done, total });
      onProgress(doneIn(begun));
      await runChanges(client, begun, { signal, onProgress });
      return doneIn(begun) === total ? begun : undefined;
    } catch (error) {
      if (!signal.aborted) setFailure(failureOf(error, 'adminPages.changeFailed'));
      return undefined;
    } finally {
      setProgress(undefined);
      await refresh();
    }
  }

  return {
    run,
    progress,
    failure,
    /** @param read reads the pages first, and says how many it has */
    start: (
      total: number,
      reason: GivenReason | undefined,
      read: (signal: AbortSignal, onProgress: (done: number) => void) => Promise<Requested>,
    ) =>
      work(async (signal) => {
        setProgress({ step: 'reading', done: 0, total });
        const requested = await read(signal, (done) => setProgress({ step: 'reading', done, total }));
        return { key: uuid(), requested, reason, outcomes: [] };
      }),
    /** Goes on with the group that was not answered. */
    goOn: () => run && work(async () => run),
    stop: () => stopping.current.abort(),
  };
}

type Requested = readonly RequestedChange[];
