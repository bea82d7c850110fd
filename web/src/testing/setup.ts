import { cleanup, configure, getConfig } from '@testing-library/react';
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

const { getElementError } = getConfig();

/**
 * An error that prints the document when its message is read. A wait makes one at each attempt and shows the last;
 * printing them all took a tenth of the time.
 */
const printedWhenRead: typeof getElementError = (message, container) => {
  const error = Object.assign(new Error(), { name: 'TestingLibraryElementError' });
  // Begins at the query.
  Error.captureStackTrace(error, printedWhenRead);
  let printed: string | undefined;
  return Object.defineProperty(error, 'message', {
    get: () => {
      printed ??= getElementError(message, container).message;
      return printed;
    },
    // Vitest writes and redefines it.
    set: (written: string) => {
      printed = written;
    },
    configurable: true,
  });
};

// Rendered as the application is. A busy machine may take seconds to load a screen's first code.
configure({ reactStrictMode: true, asyncUtilTimeout: PATIENCE_MS, getElementError: printedWhenRead });

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
