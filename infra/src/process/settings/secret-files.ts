import { readFileSync } from 'node:fs';

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
 * last line break is not part of the secret.
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
    const content = contentOf(file);
    if (content.value === '') problems.push(`${setting}: the file is empty`);
    else if (content.value === undefined) problems.push(`${setting}: the file cannot be read (${content.reason})`);
    else complete[name] = content.value;
    if (complete[name] === undefined || complete[name] === '') unreadable.push(name);
  }
  return { environment: complete, problems, unreadable };
}

function contentOf(file: string): { readonly value?: string; readonly reason?: string } {
  try {
    return { value: readFileSync(file, 'utf8').replace(/\r?\n$/, '') };
  } catch (error) {
    return { reason: (error as NodeJS.ErrnoException).code ?? 'unknown reason' };
  }
}
