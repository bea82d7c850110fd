import type { ComponentType, ReactNode } from 'react';
import { ownFailure } from '../api/failure.ts';
import { FailureNotice } from './notice.tsx';
import { type LoadPart, usePart } from './use-part.ts';
import { useSingleFlight } from './use-single-flight.ts';

/**
 * A dialog or panel whose code loads when it is shown. If loading fails, an error with a retry appears in its place;
 * the surrounding screen and its input stay.
 * @param waiting placeholder while loading
 */
export function lazyPart<Props extends object>(load: LoadPart<Props>, waiting: ReactNode = null): ComponentType<Props> {
  // biome-ignore lint/correctness/noComponentHookFactories: called once per part, at module load
  return function LazyPart(props: Props) {
    const { Part, failed, tryAgain } = usePart(load);
    const { run, busy } = useSingleFlight(tryAgain);
    if (Part !== undefined) return <Part {...props} />;
    if (!failed) return waiting;
    return (
      <div className="missing-part" ref={intoView}>
        <FailureNotice failure={ownFailure('failure.missingPart')} retry={{ loading: busy, refetch: run }} />
      </div>
    );
  };
}

/** The dialog may render far from the button that opens it. */
function intoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}
