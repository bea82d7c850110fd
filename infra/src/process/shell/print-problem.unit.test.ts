import { afterEach, expect, test, vi } from 'vitest';
import { createLogger } from '../observability/log.ts';
import { EnvironmentError } from '../settings/environment.ts';
import { ServerUnreachable, SettingError } from '../settings/server-errors.ts';
import { exitCodeOf, printProblem } from './print-problem.ts';

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

test.each([
  [new EnvironmentError(['PORT: is no number']), 78],
  [new SettingError('VOLANT_MONGODB_PASSWORD', 'is wrong'), 78],
  [Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS' }), 78],
  [new ServerUnreachable('Kafka', 'does not answer'), 1],
  [Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' }), 1],
  [new TypeError('x is undefined'), 1],
])('after %s the exit code is %i', (error, code) => {
  expect(exitCodeOf(error)).toBe(code);
});
