import { expect } from 'vitest';

/** Every secret in these tests has this value, so that a leak is found. */
export const WRONG_PASSWORD = 'secret-word';

const WITHIN_MS = 5_500;

/** Returns the error of a failed opening, after checking that it came soon, in one line, and without a secret. */
export async function openingFailure(opening: Promise<{ close(): Promise<void> }>): Promise<unknown> {
  const startedAt = performance.now();
  const failure = await opening.then(
    (opened) => opened.close(),
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(Error);
  expect(performance.now() - startedAt).toBeLessThan(WITHIN_MS);
  expect(String(failure)).not.toContain(WRONG_PASSWORD);
  expect(String(failure)).not.toContain('\n');
  return failure;
}
