import { writeSync } from 'node:fs';

const CLOCK = new Int32Array(new SharedArrayBuffer(4));
const TRY_AGAIN_MS = 1;

/**
 * Tells the process that started this one a line, and does not go on before it can be read there: what
 * `process.stdout` keeps while the reader is slow would be lost with a process that is killed.
 */
export function say(line: string): void {
  let left = Buffer.from(`${line}\n`);
  while (left.length > 0) left = left.subarray(writeWhatFits(left));
}

/** @returns bytes; none where the pipe is full: it may be one that refuses then, and does not wait */
function writeWhatFits(bytes: Uint8Array): number {
  try {
    return writeSync(1, bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    Atomics.wait(CLOCK, 0, 0, TRY_AGAIN_MS);
    return 0;
  }
}
