import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { startAllTexts } from './all-texts.ts';

/** Timeout for elements to appear: a busy machine may take seconds to load a screen's first code. */
configure({ asyncUtilTimeout: 300_000 });

if (typeof document !== 'undefined') await startAllTexts();

/** Test files share their modules, so reset the state after each test. */
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});
