import { loadTexts, type TextGroup } from './i18n.ts';

/** A screen along with texts that are not there from the start. On the server all texts are. */
export async function withTexts<T>(group: TextGroup, screen: Promise<T>): Promise<T> {
  const texts = typeof document === 'undefined' ? undefined : loadTexts(group);
  const [loaded] = await Promise.all([screen, texts]);
  return loaded;
}
