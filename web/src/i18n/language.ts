import { readText, writeText } from '../browser/storage.ts';

export type Language = 'fr' | 'en';

export const LANGUAGES: readonly Language[] = ['fr', 'en'];

const KEY = 'language';

/** The chosen language. French by default, regardless of the browser's languages. */
export function chosenLanguage(): Language {
  return readText('local', KEY) === 'en' ? 'en' : 'fr';
}

export function rememberLanguage(language: Language): void {
  writeText('local', KEY, language);
}
