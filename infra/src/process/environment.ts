import type { z } from 'zod';
import { type Environment, readSecretFiles } from './secret-files.ts';

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
 * @param secrets names that may also be given as a file, by `NAME_FILE`
 * @throws EnvironmentError naming every problem; values are never repeated, they may be secrets
 */
export function parseEnvironment<T>(
  schema: z.ZodType<T>,
  environment: Environment,
  secrets: readonly string[] = [],
): T {
  const complete = readSecretFiles(environment, secrets);
  const given = Object.fromEntries(
    Object.entries(complete.environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const result = schema.safeParse(given);
  const issues = result.success ? [] : result.error.issues;
  const problems = issues
    .filter(({ path }) => !complete.unreadable.includes(String(path[0])))
    .map(({ path, message, code }) => {
      const name = path.map(String).join('.') || '(all)';
      const missing = code === 'invalid_type' && given[String(path[0])] === undefined;
      return `${name}: ${missing ? 'is required' : message}`;
    });
  if (result.success && complete.problems.length === 0) return result.data;
  throw new EnvironmentError([...complete.problems, ...problems]);
}
