/** Gives the members of a group access to a topic one after the other, in order of arrival. */
export interface Turns {
  /**
   * Waits for the turn of `name`; resolves with a function that releases it, or undefined if the signal aborts first.
   */
  take(name: string, signal: AbortSignal): Promise<(() => void) | undefined>;
}

export function createTurns(): Turns {
  const last = new Map<string, Promise<void>>();
  return {
    async take(name, signal) {
      const before = last.get(name);
      let release = () => {};
      const mine = new Promise<void>((resolve) => {
        release = resolve;
      });
      const place = (before ?? Promise.resolve()).then(() => mine);
      last.set(name, place);
      place.then(() => {
        if (last.get(name) === place) last.delete(name);
      });
      const aborted = new Promise<void>((resolve) => {
        if (signal.aborted) resolve();
        else signal.addEventListener('abort', () => resolve(), { once: true });
      });
      await Promise.race([before, aborted]);
      if (signal.aborted) {
        release();
        return undefined;
      }
      return release;
    },
  };
}
