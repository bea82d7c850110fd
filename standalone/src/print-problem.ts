import { EnvironmentError } from '@volant/infra/process/environment';
import { ServerUnreachable, SettingError } from '@volant/infra/process/server-errors';
import { StartError } from './data-directory.ts';

const EXPECTED = [StartError, EnvironmentError, SettingError, ServerUnreachable];

/** One line for a problem that an operator can solve; undefined for any other error. */
export function sentenceOf(error: unknown): string | undefined {
  return EXPECTED.some((kind) => error instanceof kind) ? (error as Error).message : undefined;
}

export function printProblem(error: unknown): void {
  console.error(sentenceOf(error) ?? error);
}
