import { loadTexts, startTexts } from '../i18n/i18n.ts';
import type { TextGroup } from '../i18n/texts.ts';

const groups = Object.keys(import.meta.glob('../i18n/texts/*.fr.json')).map((name) => /(\w+)\.fr/.exec(name)?.[1]);

/** Starts with the texts of all screens, because tests render screens without their routes, which load them. */
export async function startAllTexts(): Promise<void> {
  await startTexts();
  for (const group of groups) await loadTexts(group as TextGroup);
}
