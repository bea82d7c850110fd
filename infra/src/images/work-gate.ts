/** Runs weighted work in order of arrival, with at most `capacity` of total weight at once. */
export function createWorkGate(capacity: number): <T>(weight: number, run: () => Promise<T>) => Promise<T> {
  const waiting: { readonly weight: number; readonly start: () => void }[] = [];
  let load = 0;

  function startNext(): void {
    for (let next = waiting[0]; next !== undefined && load + next.weight <= capacity; next = waiting[0]) {
      waiting.shift();
      load += next.weight;
      next.start();
    }
  }

  return async (weight, run) => {
    await new Promise<void>((start) => {
      waiting.push({ weight, start });
      startNext();
    });
    try {
      return await run();
    } finally {
      load -= weight;
      startNext();
    }
  };
}
