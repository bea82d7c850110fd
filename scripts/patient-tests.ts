/**
 * Gives waits in tests the time that a busy machine needs: vitest's default is one second. A wait that succeeds ends at
 * once.
 */
import { vi } from 'vitest';
import { PATIENCE_MS } from './patience.ts';

const { waitFor } = vi;
vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: PATIENCE_MS, ...options });
