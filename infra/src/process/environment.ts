import type { z } from 'zod';

/** Everything that is wrong with the settings, at once, so that a person corrects them in one go. */
export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError';
  constructor(readonly problems: readonly string[]) {
    super(['These settings are not right:', ...problems.map((problem) => `  ${problem}`)].join('\n'));
  }
}

/**
 * Parses environment variables. One that is set to nothing counts as not set:
 * that is how deployment files leave a setting out.
 * @throws EnvironmentError naming every problem; values are never repeated, they may be secrets
 */
export function parseEnvironment<T>(
  schema: z.ZodType<T>,
  environment: Readonly<Record<string, string | undefined>>,
): T {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  throw new EnvironmentError(
    result.error.issues.map(({ path, message, code }) => {
      const name = path.map(String).join('.') || '(all)';
      const missing = code === 'invalid_type' && given[String(path[0])] === undefined;
      return `${name}: ${missing ? 'is required' : message}`;
    }),
  );
}
