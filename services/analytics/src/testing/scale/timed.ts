/** Milliseconds of each run. @param before runs before each run and is not timed */
export async function timed(
  runs: number,
  work: (run: number) => Promise<unknown>,
  before?: (run: number) => Promise<unknown>,
): Promise<readonly number[]> {
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    await before?.(run);
    const startedAt = performance.now();
    await work(run);
    times.push(performance.now() - startedAt);
  }
  return times;
}
