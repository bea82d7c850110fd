import { writeSync } from 'node:fs';

const CLOCK = new Int32Array(new SharedArrayBuffer(4));
const TRY_AGAIN_MS = 1;

/**
 * Writes a line to the parent process synchronously: lines that `process.stdout` buffers for a slow reader would be
 * lost if this process is killed.
 */
export function say(line: string): void {
  let left = Buffer.from(`${line}\n`);
  while (left.length > 0) left = left.subarray(writeWhatFits(left));
}

/** @returns number of bytes written; 0 if a non-blocking pipe is full */
function writeWhatFits(bytes: Uint8Array): number {
  try {
    return writeSync(1, bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    Atomics.wait(CLOCK, 0, 0, TRY_AGAIN_MS);
    return 0;
  }
}
