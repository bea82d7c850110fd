import { DomainError } from '../../errors/domain-error.ts';
import type { Logger } from '../observability/log.ts';
import { OperatorError } from '../settings/server-errors.ts';

/** Prints one line if an operator or time has to resolve it, all details if the code has to be fixed. */
export function printProblem(error: unknown, log?: Logger): void {
  const sentence = sentenceOf(error);
  if (sentence === undefined && log !== undefined) log.fatal({ err: error }, 'the start failed');
  else process.stderr.write(`${sentence ?? (error instanceof Error ? error.stack : String(error))}\n`);
}

function sentenceOf(error: unknown): string | undefined {
  if (error instanceof OperatorError) return error.message;
  return error instanceof DomainError && error.code === 'UNAVAILABLE'
    ? 'A server stopped answering, or a disk is full. Try again once it is back.'
    : undefined;
}
