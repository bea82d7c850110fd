import { afterEach, expect, test, vi } from 'vitest';
import { createLogger } from '../observability/log.ts';
import { printProblem } from './print-problem.ts';

const log = createLogger({ name: 'test', level: 'silent' });
const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
const fatal = vi.spyOn(log, 'fatal');
afterEach(() => vi.clearAllMocks());

test.each([
  'ENOSPC: no space left on device, write',
  'EDQUOT: disk quota exceeded, write',
  'EFBIG: file too large, write',
  "EROFS: read-only file system, open '/data/signing-key.json'",
  'Cannot reserve 1.00 MiB, not enough space. : Code: 243. DB::Exception',
  'MDB_PANIC: No space left on device',
])('prints in one line, without a stack: %s', (message) => {
  printProblem(new Error(`${message}\nmore`), log);
  expect(written.mock.calls).toEqual([[`A file cannot be written: ${message}.\n`]]);
  expect(fatal).not.toHaveBeenCalled();
});

test('logs an error of the code with its stack', () => {
  printProblem(new TypeError('x is undefined'), log);
  expect(fatal).toHaveBeenCalledOnce();
  expect(written).not.toHaveBeenCalled();
});
