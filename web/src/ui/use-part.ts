import { type ComponentType, useEffect, useState } from 'react';
import { reloadForMissingCode } from '../browser/missing-code.ts';

export type LoadPart<Props> = () => Promise<{ readonly default: ComponentType<Props> }>;

/** Loaded parts render immediately, without a placeholder. */
const brought = new WeakMap<object, unknown>();

/**
 * A part of a screen whose code loads when it is shown. Unlike React's `lazy`, a failed load does not break the rest
 * of the screen, and showing the part again retries.
 * @param load must be the same function on every call
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

  /** Some browsers cache a failed import; then only a page reload helps. */
  const tryAgain = () => bring().catch(() => void reloadForMissingCode({ asked: true }));

  return { Part, failed, tryAgain };
}
