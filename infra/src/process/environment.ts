import type { z } from 'zod';
import { type Environment, readSecretFiles } from './secret-files.ts';

/** Everything that is wrong with the settings, at once, so that a person corrects them in one go. */
export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError';
  constructor(readonly problems: readonly string[]) {
    super(['These settings are not right:', ...problems.map((problem) => `  ${problem}`)].join('\n'));
  }
}

/** What this process was started with. */
export const ENVIRONMENT: Environment = process.env;

/** Settings as they are given, secrets from files included, and nothing that is empty. */
export type GivenSettings = Readonly<Record<string, string>>;

/** What a schema cannot say of one setting alone: sentences, each naming its setting. */
export type SettingsRule = (given: GivenSettings) => readonly string[];

export interface EnvironmentOptions {
  /** Names that may also be given as a file, by `NAME_FILE`. */
  readonly secrets?: readonly string[];
  /** Held against what is given even where the schema has complaints, so that all are told at once. */
  readonly rules?: readonly SettingsRule[];
}

/** Reads settings. It throws EnvironmentError. */
export interface SettingsReader<Settings> {
  (environment: Environment): Settings;
  /** All that it reads: each setting, and `NAME_FILE` for those that may be given as a file. */
  readonly names: ReadonlySet<string>;
}

export function settingsReaderOf<Settings>(
  shape: z.ZodRawShape,
  secrets: readonly string[],
  read: (environment: Environment) => Settings,
): SettingsReader<Settings> {
  const names = new Set([...Object.keys(shape), ...secrets.map((name) => `${name}_FILE`)]);
  return Object.assign(read, { names });
}

/**
 * Parses environment variables. One that is set to nothing counts as not set:
 * that is how deployment files leave a setting out.
 * @throws EnvironmentError naming every problem; values are never repeated, they may be secrets
 */
export function parseEnvironment<T>(
  schema: z.ZodType<T>,
  environment: Environment,
  { secrets = [], rules = [] }: EnvironmentOptions = {},
): T {
  const complete = readSecretFiles(environment, secrets);
  const given: GivenSettings = Object.fromEntries(
    Object.entries(complete.environment).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, value]],
    ),
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
  const broken = rules.flatMap((rule) =>
    rule({ ...given, ...Object.fromEntries(complete.unreadable.map((name) => [name, '?'])) }),
  );
  const all = [...complete.problems, ...problems, ...broken];
  if (result.success && all.length === 0) return result.data;
  throw new EnvironmentError(all);
}
