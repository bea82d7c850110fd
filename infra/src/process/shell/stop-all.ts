/**
 * Stops one after the other, and the rest even if one fails.
 * @throws the error itself, or an AggregateError of several
 */
export async function stopAll(stops: Iterable<() => Promise<void>>): Promise<void> {
  const failures: unknown[] = [];
  for (const stop of stops) {
    try {
      await stop();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 1) throw new AggregateError(failures, `${failures.length} could not be stopped`);
  if (failures.length === 1) throw failures[0];
}
