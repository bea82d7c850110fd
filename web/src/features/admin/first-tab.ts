import type { TextGroup } from '../../i18n/i18n.ts';
import { withTexts } from '../../i18n/with-texts.ts';

export const FIRST_TAB_TEXTS = ['pages', 'adminPages'] as const satisfies readonly TextGroup[];

/** What the administration opens with: the one import here, as its document names its files. */
export function loadFirstTab() {
  const [one, other] = FIRST_TAB_TEXTS;
  return withTexts(one, withTexts(other, import('./pages/pages-tab.tsx')));
}
