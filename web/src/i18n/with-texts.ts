import { loadTexts, type TextGroup } from './i18n.ts';

/** Loads a screen together with a text group. On the server all texts are loaded already. */
export async function withTexts<T>(group: TextGroup, screen: Promise<T>): Promise<T> {
  const texts = typeof document === 'undefined' ? undefined : loadTexts(group);
  const [loaded] = await Promise.all([screen, texts]);
  return loaded;
}
