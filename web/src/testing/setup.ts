import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { loadTexts, startTexts } from '../i18n/i18n.ts';
import type { TextGroup } from '../i18n/texts.ts';

/** Timeout for elements to appear: a busy machine may take seconds to load a screen's first code. */
configure({ asyncUtilTimeout: 300_000 });

/** Tests render screens without their routes, which load the texts. */
const groups = Object.keys(import.meta.glob('../i18n/texts/*.fr.json')).map((name) => /(\w+)\.fr/.exec(name)?.[1]);
if (typeof document !== 'undefined') {
  await startTexts();
  for (const group of groups) await loadTexts(group as TextGroup);
}

/** Test files share their modules, so reset the state after each test. */
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});
