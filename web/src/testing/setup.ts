import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

/** How long a test waits for what a screen is about to show: a busy machine may take seconds for a screen's first code. */
configure({ asyncUtilTimeout: 300_000 });

/** Files share their modules, and leave nothing of theirs to one another. */
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});
