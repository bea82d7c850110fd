import type { z } from 'zod';
import { type Environment, readSecretFiles } from './secret-files.ts';
import { OperatorError } from './server-errors.ts';

/** Reports all invalid settings at once, so that an operator corrects them in one go. */
export class EnvironmentError extends OperatorError {
  override readonly name = 'EnvironmentError';
  constructor(readonly problems: readonly string[]) {
    super(['These settings are not right:', ...problems.map((problem) => `  ${problem}`)].join('\n'));
  }
}

export const ENVIRONMENT: Environment = process.env;

/** Settings after reading secret files, without empty values. */
export type GivenSettings = Readonly<Record<string, string>>;

/** A check across settings; returns sentences that name their setting. */
export type SettingsRule = (given: GivenSettings) => readonly string[];

export interface EnvironmentOptions {
  /** Names that may also be set as a file, by `NAME_FILE`. */
  readonly secrets?: readonly string[];
  /** Also run if the schema reports problems, so that all are reported at once. */
  readonly rules?: readonly SettingsRule[];
}

/** Reads settings. It throws EnvironmentError. */
export interface SettingsReader<Settings> {
  (environment: Environment): Settings;
  /** All names it reads: each setting, and `NAME_FILE` for those that may be set as a file. */
  readonly names: ReadonlySet<string>;
}

/**
 * Parses environment variables. An empty variable counts as unset, as deployment files leave a setting out that way.
 * Files with the line ends of Windows leave a carriage return at the end of each value; blanks around one are kept in
 * secrets only.
 * @throws EnvironmentError naming every problem, never a value, which may be a secret
 */
export function parseEnvironment<T>(
  schema: z.ZodType<T>,
  environment: Environment,
  { secrets = [], rules = [] }: EnvironmentOptions = {},
): T {
  const complete = readSecretFiles(environment, secrets);
  const given: GivenSettings = Object.fromEntries(
    Object.entries(complete.environment).flatMap(([name, value = '']) => {
      const meant = secrets.includes(name) ? value.replace(/\r$/, '') : value.trim();
      return meant === '' ? [] : [[name, meant]];
    }),
  );
  const result = schema.safeParse(given);
  const issues = result.success ? [] : result.error.issues;
  const problems = issues
    .filter(({ path }) => !complete.unreadable.includes(String(path[0])))
    .map(({ path, message, code }) => {
      const name = String(path[0] ?? '(all)');
      const missing = code === 'invalid_type' && given[String(path[0])] === undefined;
      return `${name}: ${missing ? 'is required' : message}`;
    });
  const broken = rules.flatMap((rule) =>
    rule({ ...given, ...Object.fromEntries(complete.unreadable.map((name) => [name, '?'])) }),
  );
  // Several entries of a list may be wrong in the same way.
  const all = [...new Set([...complete.problems, ...problems, ...broken])];
  if (result.success && all.length === 0) return result.data;
  throw new EnvironmentError(all);
}
