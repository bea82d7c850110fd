import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { ownFailure } from '../api/failure.ts';
import { reloadForMissingCode } from '../browser/missing-code.ts';
import { FailureNotice } from './notice.tsx';
import { useSingleFlight } from './use-single-flight.ts';

export type LoadPart<Props> = () => Promise<{ readonly default: ComponentType<Props> }>;

/** Loaded parts render immediately, without a placeholder. */
const loadedParts = new WeakMap<object, unknown>();

/**
 * A part of a screen whose code loads when it is shown. Unlike React's `lazy`, a failed load does not break the rest
 * of the screen, and showing the part again retries.
 * @param load must be the same function on every call
 */
export function usePart<Props>(load: LoadPart<Props>) {
  const [Part, setPart] = useState(() => loadedParts.get(load) as ComponentType<Props> | undefined);
  const [failed, setFailed] = useState(false);

  const bring = async () => {
    const { default: loaded } = await load();
    loadedParts.set(load, loaded);
    setPart(() => loaded);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    bring().catch(() => setFailed(true));
  }, []);

  /** Some browsers cache a failed import; then only a page reload helps. */
  const tryAgain = () => bring().catch(() => void reloadForMissingCode({ requested: true }));

  return { Part, failed, tryAgain };
}

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
