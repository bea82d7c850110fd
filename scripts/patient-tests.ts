/**
 * Waits of tests are as long as a busy machine needs: vitest gives up after one
 * second by itself. A wait that succeeds ends at once, however long it may last.
 */
import { vi } from 'vitest';
import { PATIENCE_MS } from './patience.ts';

const { waitFor, waitUntil } = vi;
const patient = <T extends object>(options: number | T | undefined) =>
  typeof options === 'number' ? options : { timeout: PATIENCE_MS, ...options };
vi.waitFor = (callback, options) => waitFor(callback, patient(options));
vi.waitUntil = (callback, options) => waitUntil(callback, patient(options));
