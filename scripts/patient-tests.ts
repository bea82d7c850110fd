/**
 * Gives waits in tests the time that a busy machine needs: vitest's default is one second. A wait that succeeds ends at
 * once.
 */
import { vi } from 'vitest';
import { PATIENCE_MS } from './patience.ts';

const { waitFor, waitUntil } = vi;
const patient = <T extends object>(options: number | T | undefined) =>
  typeof options === 'number' ? options : { timeout: PATIENCE_MS, ...options };
vi.waitFor = (callback, options) => waitFor(callback, patient(options));
vi.waitUntil = (callback, options) => waitUntil(callback, patient(options));
