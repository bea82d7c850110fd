import { DomainError } from '../../errors/domain-error.ts';
import type { Logger } from '../observability/log.ts';
import { OperatorError } from '../settings/server-errors.ts';

/** Prints one line if an operator or time has to resolve it, all details if the code has to be fixed. */
export function printProblem(error: unknown, log?: Logger): void {
  const sentence = sentenceOf(error);
  if (sentence === undefined && log !== undefined) log.fatal({ err: error }, 'the start failed');
  else process.stderr.write(`${sentence ?? (error instanceof Error ? error.stack : String(error))}\n`);
}

/** A start that needs a change by the operator; EX_CONFIG of sysexits.h. */
const REFUSED = 78;
const FAILED = 1;

/** A supervisor need not try again after `REFUSED`: deploy/volant.service names it. */
export function exitCodeOf(error: unknown): number {
  const isRefused = error instanceof OperatorError ? !error.mayPass : systemCodeOf(error) === 'EROFS';
  return isRefused ? REFUSED : FAILED;
}

function systemCodeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/** Of the file system, SQLite and ClickHouse. */
const OF_THE_DISK = /\b(ENOSPC|EDQUOT|EFBIG|EROFS)\b|no space left on device|disk is full|not enough space/i;

/** Whether a disk is full or takes no files. */
export function isOfTheDisk(error: unknown): error is Error {
  return error instanceof Error && OF_THE_DISK.test(error.message);
}

function sentenceOf(error: unknown): string | undefined {
  if (error instanceof OperatorError) return error.message;
  if (isOfTheDisk(error)) {
    return `A file cannot be written: ${error.message.split('\n')[0]}.`;
  }
  return error instanceof DomainError && error.code === 'UNAVAILABLE'
    ? 'A server stopped answering, or a disk is full. Try again once it is back.'
    : undefined;
}
