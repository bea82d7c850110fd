/** Lets those who want the same thing have it one after the other, in the order they came. */
export interface Turns {
  /** Waits for the turn of `name`; resolves with the way to give it back, or undefined if the signal aborts first. */
  take(name: string, signal?: AbortSignal): Promise<(() => void) | undefined>;
  /** Does the work in the turn of `name`. */
  run<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
}

export function createTurns(): Turns {
  const last = new Map<string, Promise<void>>();

  async function take(name: string, signal?: AbortSignal): Promise<(() => void) | undefined> {
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
      if (signal?.aborted === true) resolve();
      else signal?.addEventListener('abort', () => resolve(), { once: true });
    });
    await Promise.race([before, aborted]);
    if (signal?.aborted === true) {
      release();
      return undefined;
    }
    return release;
  }

  return {
    take,
    async run(name, work) {
      const giveBack = await take(name);
      try {
        return await work();
      } finally {
        giveBack?.();
      }
    },
  };
}
