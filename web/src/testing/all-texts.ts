import { loadTexts, showTexts, startTexts } from '../i18n/i18n.ts';
import type { TextGroup } from '../i18n/texts.ts';

/** All groups of texts. */
export const textGroups = Object.keys(import.meta.glob('../i18n/texts/*.fr.json')).map(
  (name) => /(\w+)\.fr/.exec(name)?.[1] as TextGroup,
);

/** Starts with texts that tests need because they render screens without their routes; by default with all. */
export async function startAllTexts(texts: readonly TextGroup[] = textGroups): Promise<void> {
  await startTexts();
  await loadTexts(texts);
  showTexts(texts);
}
