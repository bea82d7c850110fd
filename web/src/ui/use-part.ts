import { type ComponentType, useEffect, useState } from 'react';

/**
 * A part of a screen whose code is fetched once it is shown. Unlike `lazy` it takes nothing else of the screen with it
 * where the code cannot be had, and it is asked for again when it is shown again.
 * @param load the same function at every call
 */
export function usePart<Props>(load: () => Promise<{ readonly default: ComponentType<Props> }>) {
  const [Part, setPart] = useState<ComponentType<Props>>();
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    let live = true;
    load().then(
      ({ default: loaded }) => live && setPart(() => loaded),
      () => live && setFailed(true),
    );
    return () => {
      live = false;
    };
  }, [load]);

  return { Part, failed };
}
