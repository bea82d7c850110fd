/**
 * Runs one step after the other, and the rest even if one fails.
 * @throws the error itself, or an AggregateError of several
 */
export async function runAll(steps: Iterable<() => Promise<unknown>>): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 1) throw new AggregateError(failures, `${failures.length} steps failed`);
  if (failures.length === 1) throw failures[0];
}
