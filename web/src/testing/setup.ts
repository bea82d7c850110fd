import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { PATIENCE_MS } from '../../../scripts/patience.ts';
import { startAllTexts } from './all-texts.ts';

// Mocked here or nowhere: files share their modules, so a mock of one file would reach the next.
// The fonts as files, because this environment has no server.
vi.mock('../print/load-lettering.ts', async () => {
  const { printDesign } = await import('./print-design.ts');
  return { loadLettering: async () => printDesign.letters };
});
vi.mock('@simplewebauthn/browser', () => ({ startAuthentication: vi.fn(), startRegistration: vi.fn() }));

// Rendered as the application is. A busy machine may take seconds to load a screen's first code.
configure({ reactStrictMode: true, asyncUtilTimeout: PATIENCE_MS });

if (typeof document !== 'undefined') {
  // A former file of the same worker may have chosen another language.
  localStorage.clear();
  document.documentElement.lang = 'fr';
  await startAllTexts();
}

/** Test files share their modules, so reset the state after each test. */
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});
