import { writeSync } from 'node:fs';

/**
 * Tells the process that started this one a line, and does not go on before it can be read there: what
 * `process.stdout` keeps while the reader is slow would be lost with a process that is killed.
 */
export function say(line: string): void {
  writeSync(1, `${line}\n`);
}
