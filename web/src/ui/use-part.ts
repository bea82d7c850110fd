import { type ComponentType, useEffect, useState } from 'react';
import { reloadForMissingCode } from '../browser/missing-code.ts';

export type LoadPart<Props> = () => Promise<{ readonly default: ComponentType<Props> }>;

/** Parts at hand: they are shown at once, without a moment of what stands for them. */
const brought = new WeakMap<object, unknown>();

/**
 * A part of a screen whose code is fetched once it is shown. Unlike React's `lazy` it takes nothing else of the screen
 * with it where the code cannot be had, and it is asked for again when it is shown again.
 * @param load the same function at every call
 */
export function usePart<Props>(load: LoadPart<Props>) {
  const [Part, setPart] = useState(() => brought.get(load) as ComponentType<Props> | undefined);
  const [failed, setFailed] = useState(false);

  const bring = async () => {
    const { default: loaded } = await load();
    brought.set(load, loaded);
    setPart(() => loaded);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    bring().catch(() => setFailed(true));
  }, []);

  /** Some browsers never ask twice for a file that did not come; then only the page, loaded anew, can. */
  const tryAgain = () => bring().catch(() => void reloadForMissingCode({ asked: true }));

  return { Part, failed, tryAgain };
}
