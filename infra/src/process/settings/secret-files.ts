import { readFileSync } from 'node:fs';
import { utf8Of } from '../../text/utf8.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface WithSecrets {
  readonly environment: Environment;
  /** Sentences that name their setting and never repeat values. */
  readonly problems: readonly string[];
  /** Secrets that were set and could not be read, so that they are not also reported as missing. */
  readonly unreadable: readonly string[];
}

/**
 * Reads secrets from files: `NAME_FILE` names the file that holds NAME, as container platforms pass secrets. The file's
 * last line break, and the mark of byte order that Windows writes first, are not part of the secret.
 */
export function readSecretFiles(environment: Environment, secrets: readonly string[]): WithSecrets {
  const complete: Record<string, string | undefined> = { ...environment };
  const problems: string[] = [];
  const unreadable: string[] = [];
  for (const name of secrets) {
    const setting = `${name}_FILE`;
    const file = environment[setting];
    if (file === undefined || file === '') continue;
    if (environment[name] !== undefined && environment[name] !== '') {
      problems.push(`${setting}: stands beside ${name}; give one of the two`);
      continue;
    }
    const { value, problem } = contentOf(file);
    if (problem === undefined) complete[name] = value;
    else problems.push(`${setting}: the file ${problem}`);
    if (complete[name] === undefined || complete[name] === '') unreadable.push(name);
  }
  return { environment: complete, problems, unreadable };
}

function contentOf(file: string): { readonly value?: string; readonly problem?: string } {
  try {
    const value = utf8Of(readFileSync(file))?.replace(/\r?\n$/, '');
    // Windows also saves texts as UTF-16. Its zero bytes are valid UTF-8, so they are checked separately.
    if (value === undefined || value.includes('\0')) return { problem: 'is not UTF-8' };
    return value === '' ? { problem: 'is empty' } : { value };
  } catch (error) {
    return { problem: `cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown reason'})` };
  }
}
